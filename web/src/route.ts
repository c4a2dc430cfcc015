// The routes of the client.

export type Route =
  | { page: "home" }
  | { page: "host"; game: string; campaign: string; pack: string }
  | { page: "campaigns"; id: string | null; invite: string; share: string }
  | { page: "table"; id: string }
  | { page: "join"; invite: string }
  | { page: "replay"; of: "tables" | "records"; id: string; at: number | null; seat: number | null }
  | { page: "reports"; id: string }
  | { page: "settings" }
  | { page: "gallery"; game: string }
  | { page: "credits" }
  | { page: "sources"; game: string }
  | { page: "privacy" }
  | { page: "workshop"; game: string; pack: string }
  | { page: "nowhere" };

/** The page for an address. */
export function routeOf(path: string, query: string): Route {
  const [, page, id, more] = path.split("/");
  const asked = new URLSearchParams(query);
  if (!page) return { page: "home" };
  if (page === "settings" && !id) return { page };
  if (page === "reports" && !more) return { page, id: id ?? "" };
  if (page === "credits" && !id) return { page };
  if (page === "privacy" && !id) return { page };
  if (page === "gallery" && !more) return { page, game: id ?? "" };
  if (page === "workshop" && !more) return { page, game: id ?? "", pack: asked.get("pack") ?? "" };
  if (page === "campaigns" && !more) return { page, id: id || null, invite: asked.get("take") ?? "", share: asked.get("share") ?? "" };
  if (id && !more) {
    if (page === "sources") return { page, game: id };
    if (page === "host") return { page, game: id, campaign: asked.get("campaign") ?? "", pack: asked.get("pack") ?? "" };
    if (page === "table") return { page, id };
    if (page === "join") return { page, invite: id };
    const moment = { id, at: number(asked.get("at")), seat: number(asked.get("seat")) };
    if (page === "replay") return { page, of: "tables", ...moment };
    if (page === "record") return { page: "replay", of: "records", ...moment };
  }
  return { page: "nowhere" };
}

function number(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
