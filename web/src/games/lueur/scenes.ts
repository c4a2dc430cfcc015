// A day has five stations, each one place in the same valley; the cemetery and the final count come besides.

import type { Option } from "../../protocol.ts";
import type { LueurView } from "./view.ts";

export const STATIONS = ["meeting", "roll", "light", "walk", "evening"] as const;
export type Scene = (typeof STATIONS)[number] | "cemetery" | "count";

const BY_ACTION: Readonly<Record<string, Scene>> = {
  GoFirst: "meeting",
  LayDie: "meeting",
  LayBlackDie: "meeting",
  Meet: "meeting",
  ShowFace: "roll",
  RevealSpell: "light",
  TakeAdventurer: "meeting",
  Recruit: "meeting",
  Cull: "meeting",
  MoveBlackDie: "meeting",
  KeepBlackDie: "meeting",
  TakeReserveDie: "meeting",
  Raise: "cemetery",
  LeaveCemetery: "cemetery",
  PickDie: "roll",
  KeepDice: "roll",
  RollPicked: "roll",
  TurnDie: "roll",
  PayMix: "roll",
  Resolve: "light",
  LetRest: "light",
  ReturnDie: "light",
  GiveUpCompanion: "light",
  GiveUpSpell: "light",
  GiveUpHiddenSpell: "light",
  WalkTo: "walk",
  Camp: "walk",
  StopWalking: "walk",
  SetAside: "walk",
  Sail: "walk",
  StayMoored: "walk",
};

/** Where what may be done now is done; null if nothing may. */
export function askedScene(options: readonly Option[]): Scene | null {
  return options.map(({ action }) => BY_ACTION[action.is]).find((scene) => scene !== undefined) ?? null;
}

/** Where to look when one comes to the table. */
export function firstScene(view: LueurView): Scene {
  if (view.players.some(({ count }) => Object.keys(count).length > 0)) return "count";
  const rolled = view.players.some(({ dice }) => dice.some(({ face }) => face !== ""));
  if (!rolled || view.track.some(({ companion }) => companion)) return "meeting";
  return view.players.some(({ visited }) => visited.length > 1) ? "walk" : "roll";
}
