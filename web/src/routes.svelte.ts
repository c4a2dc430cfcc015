// Where we are, from the address; pages change without loading anew.

export type Route =
  | { page: "home" }
  | { page: "host"; game: string }
  | { page: "table"; id: string }
  | { page: "join"; invite: string }
  | { page: "record"; id: string; at: number | null; seat: number | null }
  | { page: "nowhere" };

/** The page that an address means. */
export function routeOf(path: string, query: string): Route {
  const [, page, id, more] = path.split("/");
  const asked = new URLSearchParams(query);
  if (!page) return { page: "home" };
  if (id && !more) {
    if (page === "host") return { page, game: id };
    if (page === "table") return { page, id };
    if (page === "join") return { page, invite: id };
    if (page === "record") return { page, id, at: number(asked.get("at")), seat: number(asked.get("seat")) };
  }
  return { page: "nowhere" };
}

function number(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

class Place {
  route = $state<Route>(routeOf(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.look());
  }

  look(): void {
    this.route = routeOf(location.pathname, location.search);
  }
}

export const place = new Place();

/** Goes to a page of ours; a link passes its event, so that a new tab stays a new tab. */
export function go(event: MouseEvent | null, to: string): void {
  if (event && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)) return;
  event?.preventDefault();
  history.pushState(null, "", to);
  place.look();
  scrollTo(0, 0);
}

/** Changes the address of the page one is on, without a step in the history. */
export function rename(to: string): void {
  history.replaceState(null, "", to);
}
