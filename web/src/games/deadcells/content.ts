// Dead Cells' components as the board draws them, found by their ids.

import type { Thing } from "../../protocol.ts";
import type { Content } from "../../stage/board.ts";
import { designedIn } from "../../table/sources.ts";

export interface Effect {
  readonly op: string;
  readonly n?: number | string;
  readonly to?: string;
  readonly range?: readonly number[];
  readonly state?: string;
  readonly item?: string;
  readonly colour?: string;
  readonly rune?: string;
  readonly golden?: boolean;
  readonly unblockable?: boolean;
  readonly icon?: readonly string[];
  readonly pass?: readonly Effect[];
  readonly fail?: readonly Effect[];
  readonly rewards?: Readonly<Record<string, readonly Effect[]>>;
  readonly options?: readonly (readonly Effect[])[];
}

export type Effects = readonly Effect[];

/** Whatever has lines for Rounds: a Combat card, a Monster, a Boss attack, Serenade's board. */
export interface Lined {
  readonly r0?: Effects;
  readonly r1?: Effects;
  readonly r2?: Effects;
  readonly r3?: Effects;
  readonly r4?: Effects;
}

export interface CombatCard extends Lined {
  readonly id: string;
  /** `starter`, or the Upgrade deck it came from. */
  readonly set?: string;
  readonly check?: readonly string[];
}

export interface Monster extends Lined {
  readonly id: string;
  readonly health: number;
  readonly elite?: boolean;
  readonly place?: string;
  readonly death?: Effects;
}

export interface Attack extends Lined {
  readonly id: string;
  readonly space: number;
}

export interface Boss {
  readonly id: string;
  readonly act: number;
  readonly instances: readonly { readonly health: number; readonly r0?: Effects }[];
  readonly attacks: readonly Attack[];
}

export interface Gear {
  readonly id: string;
  readonly kind: string;
  readonly rounds?: readonly number[];
  readonly mode?: string;
  readonly do?: Effects;
  readonly health?: number;
  readonly discard_after_use?: boolean;
  readonly hook?: Hook;
}

export interface Hook {
  readonly hook?: string;
  readonly when?: string;
  readonly state?: string;
  readonly do?: Effects;
}

export interface TrackStep {
  readonly pos: number;
  readonly kind: string;
  readonly n?: number;
  readonly round?: number;
  readonly do?: Effects;
  readonly hook?: Hook;
}

export interface Beheaded {
  readonly id: string;
  readonly track_green?: readonly TrackStep[];
  readonly track_purple?: readonly TrackStep[];
  readonly track_red?: readonly TrackStep[];
}

export interface Space {
  readonly id: string;
  readonly shape: string;
  readonly x: number;
  readonly y: number;
  readonly link?: string;
}

export interface Corridor {
  readonly from: string;
  readonly to: string;
  readonly check?: readonly string[];
  /** What a failed Check costs. */
  readonly fail?: Effects;
  readonly deck_check?: Readonly<Record<string, Effects>>;
  readonly rune?: string;
}

export interface Exit {
  readonly id: string;
  readonly to: string;
  readonly kind: string;
  readonly perk?: Effects;
}

export interface Biome {
  readonly id: string;
  readonly act: number;
  readonly spaces: readonly Space[];
  readonly corridors: readonly Corridor[];
  readonly exits: readonly Exit[];
}

export interface Offer {
  readonly cost: number;
  readonly times: number;
  readonly do: Effects;
}

export interface Tile {
  readonly id: string;
  readonly kind: string;
  readonly biome: string;
  readonly shape: string;
  readonly copies?: number;
  readonly enemies?: readonly string[];
  readonly loot?: Effects;
  readonly do?: Effects;
  readonly curse?: Effects;
  readonly offers?: readonly Offer[];
  readonly change_first_player?: boolean;
}

interface Named {
  readonly id: string;
}

interface Upgrade extends Named {
  readonly deck: string;
  readonly card?: string;
}

export interface Sections {
  readonly constants: { readonly well_price: number };
  readonly combat_card: readonly CombatCard[];
  readonly equipment: readonly Gear[];
  readonly monster: readonly Monster[];
  readonly boss: readonly Boss[];
  readonly beheaded: readonly Beheaded[];
  readonly serenade: {
    readonly printed_power: Lined;
    readonly printed_melee: Lined;
    readonly power_track: readonly { readonly pos: number; readonly do: Effects }[];
    readonly melee_track: readonly { readonly pos: number; readonly do: Effects }[];
  };
  readonly biome: readonly Biome[];
  readonly tile: readonly Tile[];
  readonly shop: readonly (Offer & Named)[];
  readonly rune: readonly (Named & { readonly hook?: { readonly do: Effects } })[];
  readonly boss_cell: readonly Named[];
  readonly start_package: readonly { readonly biome: string }[];
  readonly upgrade: readonly Upgrade[];
  readonly well: readonly Named[];
  readonly mutation_board: { readonly start: number; readonly during: number; readonly ability: number; readonly source?: string };
}

export const COLOURS = ["green", "purple", "red"] as const;
export type Colour = (typeof COLOURS)[number];
export const DECKS = ["brutality", "survival", "tactics"] as const;
export const ROUNDS = [0, 1, 2, 3, 4] as const;
/** The tokens of a fighter in the order of the view; Freeze lies on lines instead. */
export const TOKENS = ["poison", "bleeding", "fire", "target"] as const;
export const SERENADE = "serenade";
/** The id of a step of Serenade's track, on either side of her board. */
export const stepOf = (melee: boolean, pos: number) => `${SERENADE}-${melee ? "" : "power-"}${pos}`;
/** Stands for Serenade's board where her pile is empty. */
export const PRINTED = "printed";

const index = <Row extends Named>(rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** The content by id. */
export class Components {
  readonly sections: Sections;
  readonly cards: ReadonlyMap<string, CombatCard>;
  readonly monsters: ReadonlyMap<string, Monster>;
  readonly gear: ReadonlyMap<string, Gear>;
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly biomes: ReadonlyMap<string, Biome>;
  readonly bosses: ReadonlyMap<string, Boss>;
  readonly beheaded: ReadonlyMap<string, Beheaded>;
  private readonly designed: ReadonlySet<string>;

  constructor(content: Content) {
    // The server has checked the content against the game's own reader.
    this.sections = content as unknown as Sections;
    this.designed = designedIn(content);
    this.cards = index(this.sections.combat_card);
    this.monsters = index(this.sections.monster);
    this.gear = index(this.sections.equipment);
    this.tiles = index(this.sections.tile);
    this.biomes = index(this.sections.biome);
    this.bosses = index(this.sections.boss);
    this.beheaded = index(this.sections.beheaded);
  }

  /** Whether the text or numbers of a card are ours. */
  isOurs(id: string): boolean {
    return this.designed.has(id);
  }

  track(beheaded: string, colour: Colour): readonly TrackStep[] {
    return this.beheaded.get(beheaded)?.[`track_${colour}`] ?? [];
  }

  attack(boss: string, id: string): Attack | undefined {
    return this.bosses.get(boss)?.attacks.find((one) => one.id === id);
  }
}

/** The line of a Round; nothing where there is none. */
export function lineOf(lined: Lined | undefined, round: number): Effects {
  return lined?.[`r${round}` as keyof Lined] ?? [];
}

/** All that the board calls by name. */
export function wantedNames(content: Content): Thing[] {
  const { sections } = new Components(content);
  const ids = (rows: readonly Named[]) => rows.map(({ id }) => id);
  const attacks = sections.boss.flatMap((boss) => boss.attacks);
  const steps = sections.beheaded.flatMap((one) =>
    COLOURS.flatMap((colour) => (one[`track_${colour}`] ?? []).map(({ pos }) => `${one.id}-${colour}-${pos}`)),
  );
  const printed = (["printed_power", "printed_melee"] as const).map((id) => ({ ...sections.serenade[id], id }));
  const lined: readonly (Lined & Named)[] = [...sections.combat_card, ...sections.monster, ...attacks, ...printed];
  const cards = [
    ...ids(sections.combat_card),
    ...ids(sections.monster),
    ...ids(sections.equipment),
    ...ids(attacks),
    ...ids(sections.boss_cell),
    ...ids(sections.well),
    ...ids(sections.upgrade.filter(({ card }) => !card)),
  ];
  const groups: [string, readonly (string | number)[]][] = [
    ["card", [...cards, ...steps, ...sections.serenade.melee_track.map(({ pos }) => stepOf(true, pos)), ...sections.serenade.power_track.map(({ pos }) => stepOf(false, pos)), PRINTED]],
    ["foe", [...ids(sections.monster), ...ids(sections.boss)]],
    ["text", [...cards, ...ids(sections.tile), ...ids(sections.rune)]],
    ["does", lined.flatMap((one) => ROUNDS.filter((round) => lineOf(one, round).length > 0).map((round) => `${one.id} ${round}`))],
    ["rune", ids(sections.rune)],
    ["biome", [...ids(sections.biome), ...ids(sections.boss)]],
    ["beheaded", [...ids(sections.beheaded), SERENADE]],
    ["shape", ["square", "circle", "hexagon", "pentagon", "trapezoid", "diamond"]],
    ["tile", ids(sections.tile)],
    ["colour", [...COLOURS, "choice"]],
    ["state", [...TOKENS, "freeze"]],
    ["announced", ["damage", "skill", "loot", "block", "heal", "gain", ...TOKENS, "freeze"]],
    ["rounds", [...ROUNDS]],
    ["item", ["tooth", "cell", "food", "scroll", "treasure", "blueprint", "rune"]],
    ["mark", ["focus", "danger"]],
    ["help", ["damage", "block", "loot", "skill", "state"]],
    ["deck", DECKS],
    ["shop", ids(sections.shop)],
    ["curse", ["no_communication", "no_runes"]],
    ["constraint", ["first_player_no_action", "two_shields_per_damage", "no_skill"]],
  ];
  return groups.flatMap(([group, ids]) => ids.map((id) => ({ group, id })));
}
