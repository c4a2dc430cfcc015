// Typed HTTP requests. The error of a failed request has the server's own sentence.

import type {
  CampaignInfo,
  CampaignList,
  Components,
  Daily,
  Ok,
  Fork,
  Frame,
  GameList,
  Join,
  Me,
  Names,
  NewTable,
  RecordInfo,
  ReportList,
  Review,
  RulesText,
  TableInfo,
  TableList,
  Thing,
  ErrorBody,
} from "./protocol.ts";
import { settings, t } from "./settings.svelte.ts";

/** A request that was refused, or that nobody answered (`status` 0). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    say: string,
  ) {
    super(say);
  }
}

/** Whether the server itself refused, so that trying again is no use. */
export const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.status > 0 && error.status < 500;

async function ask<Reply>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Reply> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { "Accept-Language": settings.language, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, "NoServer", t("trouble.server"));
  }
  if (answer.ok) return (await answer.json()) as Reply;
  const trouble = (await answer.json().catch(() => null)) as ErrorBody | null;
  throw new Refusal(answer.status, trouble?.error ?? "", trouble?.text ?? t("trouble.server"));
}

const part = encodeURIComponent;

export const gameList = () => ask<GameList>("GET", `/games`);
export const tableList = () => ask<TableList>("GET", `/tables`);
/** A table; an invitation gives access to a private one from then on. */
export const tableOf = (id: string, invite = "") =>
  ask<TableInfo>("GET", `/tables/${part(id)}${invite && `?invite=${part(invite)}`}`);
export const newTable = (table: NewTable) => ask<TableInfo>("POST", "/tables", table);
export const joinTable = (id: string, join: Join) => ask<TableInfo>("POST", `/tables/${part(id)}/join`, join);
export const leave = (id: string, seat: number) => ask<TableInfo>("POST", `/tables/${part(id)}/leave`, { seat });
export const kick = (id: string, seat: number) => ask<TableInfo>("POST", `/tables/${part(id)}/kick`, { seat });
export const mute = (id: string, seat: number, muted: boolean) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/mute`, { seat, muted });
/** Gives a seat to a bot: the named one, or the server's default. */
export const handToBot = (id: string, seat: number, bot?: string) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/bot`, bot ? { seat, bot } : { seat });
export const takeOver = (id: string, seat: number) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/take-over`, { seat });
export const daily = (game: string) => ask<Daily>("GET", `/daily/${part(game)}`);
export const playDaily = (game: string) => ask<TableInfo>("POST", `/daily/${part(game)}`, {});
export const reportList = () => ask<ReportList>("GET", "/reports");
export const openRecord = (text: string) => ask<RecordInfo>("POST", "/records", text);

export const ownCampaigns = () => ask<CampaignList>("GET", "/campaigns");
/** A campaign's file; its format belongs to the game. */
export const campaignFile = (id: string) => ask<unknown>("GET", `/campaigns/${part(id)}`);
/** A new campaign, or one from its file. */
export const beginCampaign = (file?: string) => ask<CampaignInfo>("POST", "/campaigns", file ?? {});
export const takeCampaign = (id: string, invite: string) => ask<CampaignInfo>("POST", `/campaigns/${part(id)}/take`, { invite });
export const resetCampaign = (id: string) => ask<CampaignInfo>("POST", `/campaigns/${part(id)}/reset`, {});
export const forgetCampaign = (id: string) => ask<Ok>("DELETE", `/campaigns/${part(id)}`);

/** What can be replayed: a finished table or an opened record. */
export type Source = "tables" | "records";

/** The game after decision `at`, or at its end, seen from a seat or as a spectator. */
export function frameOf(source: Source, id: string, at: number | null, seat: number | null): Promise<Frame> {
  const query = new URLSearchParams();
  if (at !== null) query.set("at", String(at));
  if (seat !== null) query.set("seat", String(seat));
  return ask<Frame>("GET", `/${source}/${part(id)}/replay?${query}`);
}

/** The decisions that cost most, as a bot evaluates them; takes a few seconds. */
export const reviewOf = (source: Source, id: string) => ask<Review>("GET", `/${source}/${part(id)}/review`);

/** A new table that continues from there, with bots in the other seats. */
export const fork = (source: Source, id: string, at: number) =>
  ask<TableInfo>("POST", `/${source}/${part(id)}/fork`, { at } satisfies Fork);

/** The components of a game from its content file; a table may use its own content pack. */
export async function contentOf(game: string, table: string | null): Promise<Components["content"]> {
  return (await ask<Components>("GET", `/games/${part(game)}/components${from(table)}`)).content;
}

/** The most names that the server sends at once. */
const AT_ONCE = 1000;

/** The names of these things in the current language, in the same order. */
export async function namesOf(game: string, table: string | null, wanted: readonly Thing[]): Promise<string[]> {
  const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, i) => wanted.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
  const answers = await Promise.all(parts.map((wanted) => ask<Names>("POST", `/games/${part(game)}/names${from(table)}`, { wanted })));
  return answers.flatMap(({ names }) => names);
}

const from = (table: string | null) => (table === null ? "" : `?table=${part(table)}`);

const rules = new Map<string, Promise<RulesText>>();

/** The rules of a game, fetched once per language. */
export function rulesOf(game: string): Promise<RulesText> {
  const key = `${game} ${settings.language}`;
  const known = rules.get(key) ?? ask<RulesText>("GET", `/games/${part(game)}/rules`);
  rules.set(key, known);
  known.catch(() => rules.delete(key));
  return known;
}

/** Whether the server serves a newer client than this one. */
export async function isOutdated(): Promise<boolean> {
  const mine = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
  const answer = await fetch("/", { cache: "no-store" });
  return answer.ok && mine != null && !(await answer.text()).includes(mine);
}

/** Signs in with a name; the server sets a cookie. */
export async function signIn(): Promise<void> {
  await ask<Me>("POST", "/session", { name: settings.name.trim() || t("host.guest"), language: settings.language });
}
