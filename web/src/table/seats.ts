// The actions that a viewer is shown for a seat; the server decides what is allowed.

import type { SeatInfo, Position } from "../protocol.ts";

export type SeatAction = "look" | "takeback" | "lend" | "sit" | "bot" | "take" | "open" | "mute" | "unmute" | "kick" | "stand";

/** Actions that take something away: the first touch asks, the second does it. */
export const NEEDS_CONFIRMATION: readonly SeatAction[] = ["kick", "stand"];

/** Actions that name a bot. */
export const WITH_BOT: readonly SeatAction[] = ["lend", "bot"];

export type Seen = Pick<Position, "seat" | "people" | "host" | "result">;

/** The actions for a seat, the likeliest first. */
export function seatActions(chair: SeatInfo, { seat, people, host, result }: Seen): SeatAction[] {
  const others = people.some((one) => one.mine && one.seat !== chair.seat);
  const wanted: [SeatAction, boolean][] = result
    ? [["look", chair.mine && others && chair.seat !== seat]]
    : chair.mine
      ? [
          ["takeback", chair.bot !== ""],
          ["look", others && chair.seat !== seat],
          ["lend", chair.bot === ""],
          ["stand", true],
        ]
      : chair.kind === "open"
        ? [
            ["sit", true],
            ["bot", host],
          ]
        : chair.kind === "bot"
          ? [
              ["take", host],
              ["open", host],
            ]
          : [
              ["lend", host && !chair.connected && chair.bot === ""],
              ["mute", host && !chair.muted],
              ["unmute", host && chair.muted],
              ["kick", host],
            ];
  return wanted.filter(([, may]) => may).map(([action]) => action);
}
