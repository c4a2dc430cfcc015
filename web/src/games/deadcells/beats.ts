// What each event of Dead Cells looks like: who acts in which Round, where numbers fall, who dies.

import { changed, silent, told, type Around, type BeatPart, type Beats } from "../../stage/beats.ts";
import type { Data } from "../../protocol.ts";
import type { DeadCellsView, EnemyView } from "./view.ts";

/** A number that falls on a row of the score, or a cell of it that lights up. */
export interface Effect {
  /** `enemy-2`, `hero-0-0`. */
  readonly row: string;
  /** The Round whose cell lights up; none where only a number falls. */
  readonly round: number | null;
  readonly sign: string;
  readonly text: string;
  readonly kind: "act" | "harm" | "good" | "death";
}

type Part = BeatPart<DeadCellsView>;
type Context = Around<DeadCellsView>;

const heroRow = (event: Data) => `hero-${event.character}-0`;
const enemyRow = (event: Data) => `enemy-${event.space}`;
const seatOf = (event: Data, { before }: Context) => before.characters[Number(event.character)]?.seat;

function fall(weight: 1 | 2 | 3 | 4, row: string, sign: string, text: string, kind: Effect["kind"], change?: Part["change"]): Part {
  const effect: Effect = { row, round: null, sign, text, kind };
  return { weight, at: row, scene: "fight", effects: [effect], sound: kind === "good" ? "good" : "blow", ...(change && { change }) };
}

/** What happens to a person may happen outside of a fight, too. */
function onHero(part: Part, { before }: Context): Part {
  return before.fighting ? part : { ...part, scene: "group" };
}

function act(row: string, round: unknown): Part {
  const effect: Effect = { row, round: Number(round), sign: "", text: "", kind: "act" };
  return { weight: 2, at: row, scene: "fight", effects: [effect] };
}

function enemyAt(space: unknown, change: (enemy: EnemyView) => Partial<EnemyView>): Part["change"] {
  return (view) => ({ ...view, enemies: changed(view.enemies, view.enemies.findIndex((one) => one.space === Number(space)), change) });
}

/** The stage before anybody stands on it. */
const begun = (view: DeadCellsView): DeadCellsView => ({ ...view, fighting: true, round: -1, enemies: [], loot: [] });

/** Those who stand there afterwards, as they came. */
const fresh = ({ enemies }: DeadCellsView, which: (enemy: EnemyView) => boolean) => enemies.filter(which).map((enemy) => ({ ...enemy, damage: 0 }));

/** The board of a Biome, and at the start of a Run the Group's Health. */
const laidOut = (view: DeadCellsView, { biome, place, spaces, closed, characters }: DeadCellsView): DeadCellsView => ({
  ...view,
  ...{ biome, place, spaces, closed },
  ...(view.characters.every(({ max_health }) => max_health === 0) && { characters }),
});

/** Somebody does something with a card. */
function done(weight: 1 | 2 | 3, scene = ""): (event: Data, around: Context) => Part {
  return (event, around) => {
    const actor = seatOf(event, around);
    return { weight, at: heroRow(event), sound: "card", ...(scene && { scene }), ...(actor !== undefined && { actor }) };
  };
}

export const beats: Beats<DeadCellsView> = {
  ActiveCardDiscarded: done(1),
  AttackRevealed: (event) => ({ weight: 3, scene: "fight", change: (view) => ({ ...view, attack: String(event.attack) }) }),
  BeheadedTaken: done(2, "group"),
  BellTolled: told(2),
  BiomeEntered: (event, { after }) => ({ weight: 3, scene: "map", change: (view) => (after.biome === event.biome ? laidOut(view, after) : view) }),
  BlueprintFound: told(3),
  BossCellPlaced: told(2, { scene: "campaign" }),
  BossMet: (event, { after }) => ({ weight: 4, scene: "fight", change: (view) => ({ ...begun(view), boss: String(event.boss), instance: after.instance, enemies: fresh(after, ({ boss }) => boss) }) }),
  Bought: told(2, { scene: "group" }),
  CampaignWon: told(5, { scene: "campaign", sound: "end" }),
  CardBoxed: told(1),
  CardDiscarded: done(1),
  CardLaid: done(2, "fight"),
  CardRevealed: done(2, "fight"),
  CardShown: done(1),
  CardTurned: done(1),
  CardsDrawn: done(1),
  CellsKept: told(2),
  TimeRanOut: told(2, { scene: "fight" }),
  CellsGained: (event) => ({ weight: 1, sound: "good", change: (view) => ({ ...view, cells: Number(event.total) }) }),
  CharacterDied: (event) => fall(4, heroRow(event), "monster", "", "death"),
  CheckMissed: done(3),
  CheckPassed: done(2),
  Cleansed: done(1),
  CombatCardGiven: told(2, { scene: "campaign" }),
  CombatCardRemoved: told(2, { scene: "campaign" }),
  CombatEnded: told(3, { scene: "fight" }),
  CombatStarted: () => ({ weight: 3, scene: "fight", change: begun }),
  CompanionHurt: (event) => fall(2, heroRow(event), "damage", `−${event.n}`, "harm"),
  Cursed: told(3),
  DamageBlocked: (event) => fall(2, heroRow(event), "shield", `−${event.n}`, "good"),
  DamageRedirected: done(2),
  DamageTaken: (event, around) =>
    onHero(
      fall(3, heroRow(event), "health", `−${event.n}`, "harm", (view) => ({
        ...view,
        characters: changed(view.characters, Number(event.character), () => ({ health: Number(event.health) })),
      })),
      around,
    ),
  DeathPrevented: done(3),
  DeckCheckMade: done(2),
  EnemyActed: (event) => act(enemyRow(event), event.round),
  EnemyDied: (event) => ({
    ...fall(4, enemyRow(event), "monster", "", "death"),
    change: (view) => ({ ...view, enemies: view.enemies.filter(({ space }) => space !== Number(event.space)) }),
  }),
  EnemyFrozen: (event) => fall(2, enemyRow(event), "freeze", "", "harm"),
  EnemyHealed: (event) => fall(2, enemyRow(event), "heal", `+${event.n}`, "good"),
  EnemyHurt: (event) => fall(2, enemyRow(event), "damage", `−${event.n}`, "harm", enemyAt(event.space, ({ health }) => ({ damage: health - Number(event.health) }))),
  EnemyMarked: done(1),
  EnemyMoved: (event) => ({ weight: 2, scene: "fight", at: `enemy-${event.start}`, sound: "step", change: enemyAt(event.start, () => ({ space: Number(event.space) })) }),
  EnemyPlaced: (event, { after }) => ({
    weight: 2,
    scene: "fight",
    at: enemyRow(event),
    change: (view) => ({ ...view, enemies: [...view.enemies.filter(({ space }) => space !== event.space), ...fresh(after, ({ space, card }) => space === event.space && card === event.card)] }),
  }),
  EnemyShielded: (event) => fall(2, enemyRow(event), "shield", `+${event.n}`, "good", enemyAt(event.space, ({ shields }) => ({ shields: shields + Number(event.n) }))),
  EquipmentDropped: done(2),
  NobodyCanCarry: told(2),
  Equipped: done(2),
  FirstPlayerChanged: (event) => ({ weight: 2, change: (view) => ({ ...view, first: Number(event.character) }) }),
  FoodWasted: told(1),
  FreezeFailed: told(1, { scene: "fight" }),
  GroupMoved: (event) => ({ weight: 3, scene: "map", at: `space-${event.space}`, sound: "step", change: (view) => ({ ...view, place: String(event.space) }) }),
  HandDrawn: told(1),
  Healed: (event, around) => onHero(fall(2, heroRow(event), "heal", `+${event.n}`, "good"), around),
  HealthRaised: done(2),
  HelpOffered: done(2),
  InstanceBeaten: told(4, { scene: "fight" }),
  InterbiomeReached: told(3, { scene: "group" }),
  LineForsaken: told(1),
  LineLost: done(1),
  LinePerformed: (event, around) => ({ ...act(heroRow(event), event.round), ...(seatOf(event, around) !== undefined && { actor: seatOf(event, around) as number }) }),
  LootPlaced: (event) => ({ weight: 1, scene: "fight", change: (view) => ({ ...view, loot: event.loot as readonly string[] }) }),
  Looted: (event, around) => onHero(fall(2, heroRow(event), String(event.item), `+${event.n}`, "good"), around),
  MinionLeft: told(2, { scene: "fight" }),
  MonsterAdded: told(1, { scene: "campaign" }),
  MutationPlaced: told(2, { scene: "campaign" }),
  MutationUsed: told(2),
  PileShuffled: silent,
  PlayerPasses: done(2),
  PriceSet: silent,
  PromiseKept: told(1),
  PutIntoBag: told(1),
  RoundActionUsed: done(2, "fight"),
  RoundBegan: (event) => ({ weight: 2, scene: "fight", change: (view) => ({ ...view, round: Number(event.round) }) }),
  RunBegan: told(3),
  RunLost: told(5, { scene: "campaign", sound: "end" }),
  RunWon: told(5, { scene: "campaign", sound: "end" }),
  RuneTurned: told(2, { scene: "campaign" }),
  ScrollGone: done(1),
  ScrollLost: told(1),
  ScrollTaken: (event, around) => onHero(fall(2, heroRow(event), String(event.colour) || "scroll", "+1", "good"), around),
  SerenadeTransformed: told(2),
  ShieldsGained: (event) => fall(2, heroRow(event), event.golden ? "golden" : "shield", `+${event.n}`, "good"),
  ShopsChanged: silent,
  SkillUsed: done(2),
  StartUnlocked: told(2, { scene: "campaign" }),
  StateHadNoEffect: done(1),
  StateInflicted: (event) => fall(2, enemyRow(event), String(event.state), "", "harm"),
  StateSuffered: (event) => fall(2, heroRow(event), String(event.state), "", "harm"),
  StateWarded: done(1),
  TeethGained: (event) => ({ weight: 1, sound: "good", change: (view) => ({ ...view, teeth: Number(event.total) }) }),
  TeethLost: (event) => ({ weight: 1, change: (view) => ({ ...view, teeth: view.teeth - Number(event.n) }) }),
  TileFlipped: told(2, { scene: "map" }),
  TileShown: told(2, { scene: "map" }),
  TokenGiven: done(1),
  TreasureAdded: told(2),
  TreasureDrawn: told(2),
  UpgradeDrawn: told(2, { scene: "campaign" }),
  UpgradesSeen: told(2, { scene: "campaign" }),
  WeaponUsed: done(2, "fight"),
  WellAnswered: told(2, { scene: "campaign" }),
};
