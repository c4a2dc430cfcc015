// Which thing on the board each option concerns, so that it is lit there.

import type { Data, Option } from "../../protocol.ts";

/** A thing of the board by name: `space.12`, `hand.0.red-1`, `column.blue`. */
export type Thing = string;

/** What has no thing of its own is written on a slip of paper. */
export const SLIP = "slip";

const THINGS: Readonly<Record<string, (action: Data) => Thing[]>> = {
  ApproachBy: ({ space }) => [`space.${space}`],
  BurnThreat: ({ colour }) => [`column.${colour}`],
  DiscardCard: ({ seat, card }) => [`hand.${seat}.${card}`],
  DrawBonus: () => ["deck"],
  ExchangeCard: ({ seat, card, colour }) => [`hand.${seat}.${card}`, `column.${colour}`],
  FaceThreats: () => ["deck"],
  GiveCard: ({ to }) => [`player.${to}`],
  KeepThreat: () => ["revealed"],
  LayFirst: () => ["laying"],
  LayObstacle: () => ["laying"],
  Listen: ({ player }) => [`player.${player}`],
  LookAtTop: () => ["deck"],
  PickCard: ({ owner, card }) => [`hand.${owner}.${card}`],
  PlaceBillygoat: ({ space }) => [`space.${space}`],
  PlaceTeam: ({ space }) => [`space.${space}`],
  PlayCard: ({ seat, card }) => [`hand.${seat}.${card}`],
  PlaySecond: ({ seat, card }) => [`hand.${seat}.${card}`],
  PullObstacle: ({ obstacle }) => [`obstacle.${obstacle}`],
  PutPuppet: ({ place }) => [`space.${place}`],
  ReplaceThreat: () => ["deck"],
  RollAgain: () => ["die"],
  ShiftMemory: ({ space }) => [`space.${space}`],
  ShiftTo: ({ space }) => [`space.${space}`],
  SpendMemory: ({ memory }) => [`memory.${memory}`],
  StandOn: ({ place }) => [`space.${place}`],
  StepAside: () => ["team"],
  SwapCards: ({ other, instead }) => [`hand.${other}.${instead}`],
  TakeKid: ({ kid }) => [`kid.${kid}`],
  TakeStep: ({ direction }) => [`step.${direction}`],
  TakeThreat: ({ colour }) => [`column.${colour}`],
  TakeWay: ({ effect }) => [`way.${effect}`],
  TellTop: () => ["deck"],
  TurnOne: ({ figure }) => [`figure.${figure}`],
  TurnRound: ({ figure }) => [`figure.${figure}`],
  TurnTo: ({ heading }) => [`heading.${heading}`],
  UseGuard: () => ["die"],
  UseMemory: ({ memory }) => [`memory.${memory}`],
};

export class Lights {
  private readonly found = new Map<Thing, Option[]>();

  constructor(options: readonly Option[]) {
    for (const option of options) {
      for (const thing of thingsOf(option.action)) {
        const known = this.found.get(thing);
        if (known) known.push(option);
        else this.found.set(thing, [option]);
      }
    }
  }

  of(thing: Thing): readonly Option[] {
    return this.found.get(thing) ?? [];
  }

  /** What comes after the dot for all lit things of a kind, with their options: `all("space")`. */
  all(kind: string): { id: string; options: readonly Option[] }[] {
    return [...this.found]
      .filter(([thing]) => thing.startsWith(`${kind}.`))
      .map(([thing, options]) => ({ id: thing.slice(kind.length + 1), options }));
  }
}

export function thingsOf(action: Data): Thing[] {
  return THINGS[action.is]?.(action) ?? [SLIP];
}
