// What the server is asked about a finished game: the winning chance, part by part, and then what was costly.

import { chancesOf, Refusal, reviewOf, signIn, type Source } from "../api.ts";
import type { ChancePoint, CostlyDecision } from "../protocol.ts";

/** More parts than any game has. */
const PARTS = 20;

export class LookingBack {
  points = $state.raw<readonly ChancePoint[]>([]);
  /** The number of the last decision. */
  last = $state(1);
  done = $state(0);
  /** 0 if the game's bots count no chances. */
  parts = $state(1);
  /** Null until they are known. */
  decisions = $state.raw<readonly CostlyDecision[] | null>(null);
  problem = $state("");
  readonly isGrowing = $derived(this.parts > 0 && this.done < this.parts);
  readonly isThinking = $derived(this.problem === "" && (this.isGrowing || this.decisions === null));

  private asked = 0;

  constructor(
    private readonly of: Source,
    private readonly id: string,
  ) {}

  /** Asks for a seat's chances from the start. */
  async look(seat: number): Promise<void> {
    this.points = [];
    this.done = 0;
    await this.goOn(seat);
  }

  /** Asks for what is still missing, after a refusal too. */
  async goOn(seat: number): Promise<void> {
    const wish = ++this.asked;
    const left = () => wish !== this.asked;
    this.problem = "";
    try {
      while (this.done < Math.min(this.parts, PARTS)) {
        const answer = await signedIn(() => chancesOf(this.of, this.id, seat, this.done));
        if (left()) return;
        [this.parts, this.last, this.done] = [answer.parts, answer.last, this.done + 1];
        this.points = [...this.points, ...answer.points];
      }
      const { decisions } = this.decisions ? { decisions: this.decisions } : await signedIn(() => reviewOf(this.of, this.id));
      if (!left()) this.decisions = decisions;
    } catch (error) {
      if (!left()) this.problem = (error as Error).message;
    }
  }

  /** Nobody looks any more; answers on their way count for nothing. */
  close(): void {
    this.asked += 1;
  }
}

/** Only who has no name yet signs in: whoever sits at a table would lose the connection to it. */
async function signedIn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    await signIn();
    return ask();
  }
}
