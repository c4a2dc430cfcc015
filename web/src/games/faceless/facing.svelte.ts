// The facing that is being chosen: which figure, where it would face, and what that leads to.

import { sectorAt, type Sector as Part } from "../../kit/sectors.ts";
import type { Option } from "../../protocol.ts";
import { freely, type Board } from "../../stage/board.ts";
import { AWAY, type Geometry } from "./geometry.ts";
import { facing, joined, outcomeAt } from "./dial.ts";
import { aheadOf, shortly } from "./outcomes.ts";
import type { FacelessView, Outcome, Sector } from "./view.ts";

export class Facing {
  private readonly headings = $derived.by(() => this.board.options.filter(({ action }) => action.is === "TurnTo"));
  /** The figure that is turned now, or AWAY. */
  readonly figure = $derived.by(() => Number(this.headings[0]?.action.figure ?? AWAY));
  readonly isOpen = $derived.by(() => this.figure !== AWAY);
  /** Where it faces without a hand on it. */
  readonly present = $derived.by(() => this.board.view.figures[this.figure]?.heading ?? 0);
  /** Where it would face, in degrees counter-clockwise from east. */
  readonly heading = $derived.by(() => {
    const { action } = this.board.preview ?? {};
    return action?.is === "TurnTo" ? Number(action.heading) : this.present;
  });
  private readonly dial = $derived.by<readonly Sector[]>(() => (this.isOpen ? (aheadOf(this.board)?.dial ?? []) : []));
  /** Whether a walk follows and its end is known. */
  readonly isKnown = $derived(this.dial.length > 0);
  /** Whether another facing leads elsewhere; where nothing is known, it may. */
  readonly matters = $derived(this.dial.length !== 1);
  readonly parts = $derived.by<readonly Part[]>(() =>
    this.isKnown ? joined(this.dial, (outcome) => shortly(this.board, this.geometry, outcome)) : [{ from: 0, to: 360, outcome: "neither", text: "" }],
  );
  readonly outcome = $derived.by<Outcome | null>(() => outcomeAt(this.dial, this.heading));
  readonly part = $derived.by(() => sectorAt(this.parts, facing(this.heading)));
  /** How many steps of the Team follow. */
  readonly steps = $derived.by(() => Number(this.board.choice?.steps ?? 0));
  /** The option that leaves it as it is. */
  readonly stay = $derived.by<Option | null>(() => this.optionOf(this.present));

  constructor(
    private readonly board: Board<FacelessView>,
    private readonly geometry: Geometry,
  ) {}

  outcomeOf(heading: number): Outcome | null {
    return outcomeAt(this.dial, heading);
  }

  /** The option of a facing; any degree has one. */
  optionOf(heading: number): Option | null {
    return freely(this.board, Math.round(heading)) ?? this.headings.find(({ action }) => action.heading === heading) ?? null;
  }

  /** Shows a facing, as often as it changes; only a button leaves the figure there. */
  turn(heading: number): void {
    const option = this.optionOf(heading);
    if (option && this.board.touched[0]?.n !== option.n) this.board.touch([option]);
  }
}
