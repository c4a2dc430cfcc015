// A turn of 360 degrees cut into outcomes, as the tape and the dial of The Faceless show it.

export type Outcome = "good" | "costs" | "lost" | "wavers" | "neither";

export interface Sector {
  /** Degrees, clockwise; a sector may pass 360. */
  readonly from: number;
  readonly to: number;
  readonly outcome: Outcome;
  /** What happens, in few words: "Memory +1". */
  readonly text: string;
}

/** Colours and, so that colour is never alone, the pattern drawn over them. */
export const OUTCOMES: Readonly<Record<Outcome, { fill: string; ink: string; pattern: string; mark: string }>> = {
  good: { fill: "#bfe3a8", ink: "#12240c", pattern: "M3 3.5h.01M9 9.5h.01", mark: "#4c8a3b" },
  costs: { fill: "#b8362b", ink: "#fff1ea", pattern: "M0 12 12 0M-3 3 3-3M9 15 15 9", mark: "#7f1d16" },
  lost: { fill: "#1a0606", ink: "#fff1ea", pattern: "M0 4 3 1 6 4 9 1 12 4M0 10 3 7 6 10 9 7 12 10", mark: "#7a1d16" },
  wavers: { fill: "#f4ead0", ink: "#2a1a10", pattern: "M2 0V12M6 0V12M10 0V12", mark: "#a89468" },
  neither: { fill: "#b9b29c", ink: "#231d12", pattern: "M0 6Q3 2 6 6T12 6", mark: "#8d866f" },
};

export const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The sector that a facing lies in. */
export function sectorAt(sectors: readonly Sector[], degrees: number): Sector | undefined {
  return sectors.find(({ from, to }) => turned(degrees - from) < to - from);
}

/** The middle of a sector. */
export const middleOf = ({ from, to }: Sector): number => turned((from + to) / 2);

/** Where a key moves a facing to; null if it is not a key of the tape. */
export function keyed(key: string, shift: boolean, degrees: number): number | null {
  const step = shift ? 10 : 1;
  if (key === "ArrowRight" || key === "ArrowUp") return turned(degrees + step);
  if (key === "ArrowLeft" || key === "ArrowDown") return turned(degrees - step);
  if (key === "PageUp") return turned(degrees + 45);
  if (key === "PageDown") return turned(degrees - 45);
  return key === "Home" ? 0 : null;
}
