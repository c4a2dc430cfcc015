// Three views of one board, as a day has three parts: whom one meets, one's company with its dice, the journey.

import type { LoggedEvent, Option } from "../../protocol.ts";
import type { LueurView } from "./view.ts";

export type Scene = "meeting" | "company" | "journey" | "count";

const BY_ACTION: Readonly<Record<string, Scene>> = {
  TakeAdventurer: "meeting",
  Recruit: "meeting",
  Cull: "meeting",
  MoveBlackDie: "meeting",
  TakeReserveDie: "meeting",
  Raise: "meeting",
  LeaveCemetery: "meeting",
  PickDie: "company",
  KeepDice: "company",
  RollPicked: "company",
  TurnDie: "company",
  PayMix: "company",
  Resolve: "company",
  ReturnDie: "company",
  GiveUpCompanion: "company",
  GiveUpSpell: "company",
  GiveUpHiddenSpell: "company",
  WalkTo: "journey",
  Camp: "journey",
  StopWalking: "journey",
  SetAside: "journey",
  Sail: "journey",
  StayMoored: "journey",
};

const BY_EVENT: Readonly<Record<string, Scene>> = {
  RoundStarted: "meeting",
  CompanionRecruited: "meeting",
  CompanionCulled: "meeting",
  DiceRolled: "company",
  DiceRerolled: "company",
  DieTurned: "company",
  CardResolved: "company",
  CompanyMoved: "journey",
  EncampmentMoved: "journey",
  BoatSailed: "journey",
  GameWon: "count",
};

/** Where what may be done now is done; null if nothing may. */
export function askedScene(options: readonly Option[]): Scene | null {
  return options.map(({ action }) => BY_ACTION[action.is]).find((scene) => scene !== undefined) ?? null;
}

/** What to look at now: what may be done, else what happened last, else as before. */
export function sceneOf(options: readonly Option[], news: readonly LoggedEvent[], before: Scene): Scene {
  const last = news.findLast(({ data }) => data.is in BY_EVENT);
  if (last?.data.is === "GameWon") return "count";
  return askedScene(options) ?? (last && BY_EVENT[last.data.is]) ?? before;
}

/** Where to look when one comes to the table. */
export function firstScene(view: LueurView): Scene {
  if (view.players.some(({ count }) => Object.keys(count).length > 0)) return "count";
  const rolled = view.players.some(({ dice }) => dice.some(({ face }) => face !== ""));
  return rolled && !view.track.some(({ companion }) => companion) ? "company" : "meeting";
}
