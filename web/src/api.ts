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
  NewReport,
  NewTable,
  PrivacyInfo,
  PromisedLuck,
  RecordInfo,
  Remove,
  ReportList,
  Chances,
  Review,
  RulesText,
  SourcesText,
  Silence,
  StrangerList,
  TableInfo,
  TableList,
  Thing,
  ErrorBody,
  AskMatter,
  CheckedPack,
  MatterAnswer,
  CheckPack,
  KeepPack,
  KeptPack,
  KeptPacks,
  OpenedPack,
  PackBox,
  PackDifferences,
  PackFile,
  PackPair,
  Scene,
  TryCard,
  Workshop,
} from "./protocol.ts";
import { partFor } from "./luck.ts";
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
/** All games without their settings, which are most of it. */
export const briefGameList = () => ask<GameList>("GET", `/games?brief=1`);
export const tableList = () => ask<TableList>("GET", `/tables`);
/** A table; an invitation gives access to a private one from then on. */
export const tableOf = (id: string, invite = "") =>
  ask<TableInfo>("GET", `/tables/${part(id)}${invite && `?invite=${part(invite)}`}`);
/** A new table; unless it is seeded, the server promises a key first, and then this browser adds its part. */
export async function newTable(table: NewTable): Promise<TableInfo> {
  if (table.seed != null || table.tutorial) return ask<TableInfo>("POST", "/tables", table);
  const { id, commitment } = await ask<PromisedLuck>("POST", "/luck", {});
  return ask<TableInfo>("POST", "/tables", { ...table, luck: id, part: partFor(commitment) } satisfies NewTable);
}
/** Takes a seat, adds this browser's part to the luck if it may still count, and accepts the table's pack if it was shown. */
export async function joinTable(id: string, join: Join, accepts = false): Promise<TableInfo> {
  const { commitment, pack } = await tableOf(id, join.invite);
  return ask<TableInfo>("POST", `/tables/${part(id)}/join`, { ...join, part: commitment && partFor(commitment), pack: accepts ? pack : "" } satisfies Join);
}
export const leave = (id: string, seat: number) => ask<TableInfo>("POST", `/tables/${part(id)}/leave`, { seat });
export const kick = (id: string, seat: number) => ask<TableInfo>("POST", `/tables/${part(id)}/kick`, { seat });
export const mute = (id: string, seat: number, muted: boolean) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/mute`, { seat, muted });
/** The people without a seat who watch, wrote or were removed; for the host. */
export const strangersOf = (id: string) => ask<StrangerList>("GET", `/tables/${part(id)}/strangers`);
export const removeStranger = (id: string, who: string, removed: boolean) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/remove`, { who, removed } satisfies Remove);
export const silenceStranger = (id: string, who: string, muted: boolean) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/silence`, { who, muted } satisfies Silence);
/** Makes all invitations void. */
export const revokeInvites = (id: string) => ask<TableInfo>("POST", `/tables/${part(id)}/revoke`, {});
/** Tells the operator what is wrong. */
export const reportTable = (id: string, text: string) => ask<Ok>("POST", `/tables/${part(id)}/report`, { text } satisfies NewReport);
/** Gives a seat to a bot: the named one, or the server's default. */
export const handToBot = (id: string, seat: number, bot?: string) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/bot`, bot ? { seat, bot } : { seat });
export const takeOver = (id: string, seat: number) =>
  ask<TableInfo>("POST", `/tables/${part(id)}/take-over`, { seat });
export const daily = (game: string) => ask<Daily>("GET", `/daily/${part(game)}`);
export const playDaily = (game: string) => ask<TableInfo>("POST", `/daily/${part(game)}`, {});
/** How long the server keeps things. */
export const privacyInfo = () => ask<PrivacyInfo>("GET", "/privacy");
export const reportList = () => ask<ReportList>("GET", "/reports");
export const openRecord = (text: string) => ask<RecordInfo>("POST", "/records", text);

export const ownCampaigns = () => ask<CampaignList>("GET", "/campaigns");
/** A campaign's file; its format belongs to the game. */
export const campaignFile = (id: string) => ask<unknown>("GET", `/campaigns/${part(id)}`);
/** A new campaign, or one from its file. */
export const beginCampaign = (file?: string) => ask<CampaignInfo>("POST", "/campaigns", file ?? {});
export const copyCampaign = (file: string) => ask<CampaignInfo>("POST", "/campaigns?copy=1", file);
export const joinCampaign = (id: string, invite: string) => ask<CampaignInfo>("POST", `/campaigns/${part(id)}/join`, { invite });
/** Gives the open Run up, which will not be counted. */
export const giveUpRun = (id: string) => ask<CampaignInfo>("POST", `/campaigns/${part(id)}/give-up`, {});
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
export const chancesOf = (source: Source, id: string, seat: number, at: number) => ask<Chances>("GET", `/${source}/${part(id)}/chances?seat=${seat}&part=${at}`);
export const reviewOf = (source: Source, id: string) => ask<Review>("GET", `/${source}/${part(id)}/review`);

/** A new table that continues from there with the same players; one takes one's own seat, or the chosen one. */
export const fork = (source: Source, id: string, at: number, seat: number | null) =>
  ask<TableInfo>("POST", `/${source}/${part(id)}/fork`, (seat === null ? { at } : { at, seat }) satisfies Fork);

/** The table at which a read-only one is continued. */
export const continueTable = (id: string) => ask<TableInfo>("POST", `/tables/${part(id)}/continue`, {});

/** The components of a game from its content file; a table may use its own content pack. */
export async function contentOf(game: string, table: string | null): Promise<Components["content"]> {
  return (await ask<Components>("GET", `${from(game, table)}/components`)).content;
}

/** The most names that the server sends at once. */
const AT_ONCE = 1000;

/** The names of these things in the current language, in the same order. */
export async function namesOf(game: string, table: string | null, wanted: readonly Thing[]): Promise<string[]> {
  const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, i) => wanted.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
  const answers = await Promise.all(parts.map((wanted) => ask<Names>("POST", `${from(game, table)}/names`, { wanted })));
  return answers.flatMap(({ names }) => names);
}

const from = (game: string, table: string | null) => (table === null ? `/games/${part(game)}` : `/tables/${part(table)}`);

const rules = new Map<string, Promise<RulesText>>();

/** The rules of a game, fetched once per language. */
export function rulesOf(game: string): Promise<RulesText> {
  const key = `${game} ${settings.language}`;
  const known = rules.get(key) ?? ask<RulesText>("GET", `/games/${part(game)}/rules`);
  rules.set(key, known);
  known.catch(() => rules.delete(key));
  return known;
}

const sources = new Map<string, Promise<SourcesText>>();

/** Where the components of a game come from, fetched once per language. */
export function sourcesOf(game: string): Promise<SourcesText> {
  const key = `${game} ${settings.language}`;
  const known = sources.get(key) ?? ask<SourcesText>("GET", `/games/${part(game)}/sources`);
  sources.set(key, known);
  known.catch(() => sources.delete(key));
  return known;
}

/** The standard pack of a game with the forms that change it. */
export const workshopOf = (game: string) => ask<Workshop>("GET", `/games/${part(game)}/workshop`);
/** What is wrong with a pack, what a row says, and what differs. */
export const checkPack = (game: string, pack: CheckPack) => ask<CheckedPack>("POST", `/games/${part(game)}/workshop/check`, pack);
/** The values of a file. */
export const openPack = (game: string, base: string) => ask<OpenedPack>("POST", `/games/${part(game)}/workshop/open`, { base } satisfies PackBox);
/** A pack as TOML. */
export const packFile = (game: string, pack: PackBox) => ask<PackFile>("POST", `/games/${part(game)}/workshop/file`, pack);
export const packDifferences = (game: string, pair: PackPair) => ask<PackDifferences>("POST", `/games/${part(game)}/workshop/differences`, pair);
/** How the pack of a table differs from the printed game. */
export const tablePack = (id: string) => ask<PackDifferences>("GET", `/tables/${part(id)}/pack`);
/** Plays a few more pairs of games with the standard pack and with this one, and says what they show. */
export const askMatter = (game: string, asked: AskMatter) => ask<MatterAnswer>("POST", `/games/${part(game)}/workshop/matter`, asked);
/** A card in a small scene, with the standard pack and with this one. */
export const tryCard = (game: string, wanted: TryCard) => ask<Scene>("POST", `/games/${part(game)}/workshop/scene`, wanted);
/** A table that stands at that scene. */
export const playScene = (game: string, wanted: TryCard) => ask<TableInfo>("POST", `/games/${part(game)}/workshop/scene/play`, wanted);
export const ownPacks = () => ask<KeptPacks>("GET", "/packs");
export const keptPack = (id: string) => ask<KeptPack>("GET", `/packs/${part(id)}`);
export const keepPack = (pack: KeepPack) => ask<KeptPack>("POST", "/packs", pack);
export const forgetPack = (id: string) => ask<Ok>("DELETE", `/packs/${part(id)}`);

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
