// How long a beat lasts: by its weight, the speed, what came before it, and how much of the budget is spent.

export type Weight = 0 | 1 | 2 | 3 | 4 | 5;

export const SPEEDS = ["calm", "normal", "brisk", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

/** All times in milliseconds, motion and hold together. */
export interface Tempo {
  /** By weight, from 0 (silent) to 5 (the verdict). */
  readonly weights: readonly number[];
  /** The board turns to another scene first. */
  readonly scene: number;
  /** Another person's chip lights first. */
  readonly actor: number;
  /** Each further beat of the same kind, such as the cards of a deal. */
  readonly repeat: number;
  /** Whether light beats in a row share one duration. */
  readonly joins: boolean;
  /** For one decision of somebody else; beyond it everything is played faster. */
  readonly decision: number;
  /** Before my prompt; beyond it light beats take no time. */
  readonly prompt: number;
}

export const TEMPI: Readonly<Record<Speed, Tempo>> = {
  calm: { weights: [0, 480, 800, 1280, 1920, 3840], scene: 450, actor: 400, repeat: 130, joins: false, decision: 8000, prompt: 20_000 },
  normal: { weights: [0, 300, 500, 800, 1200, 2400], scene: 300, actor: 250, repeat: 80, joins: false, decision: 5000, prompt: 12_000 },
  brisk: { weights: [0, 200, 225, 360, 540, 1080], scene: 150, actor: 120, repeat: 40, joins: true, decision: 2000, prompt: 4000 },
  instant: { weights: [0, 0, 0, 0, 0, 0], scene: 0, actor: 0, repeat: 0, joins: true, decision: 0, prompt: 0 },
};

/** Without motion a beat is a still with a caption, held as long as it takes to read. */
const STILL = { least: 400, word: 180, most: 2400 };
/** Heavy beats begin with a moment in which nothing has happened yet. */
const ANTICIPATION = 0.2;
const HEAVY = 3;

export interface Timed {
  readonly kind: string;
  readonly weight: Weight;
  readonly caption: string;
  readonly scene: string;
  readonly actor: number | null;
}

/** What was played so far. */
export interface Spent {
  /** The beat before, in the same run. */
  readonly last: Timed | null;
  /** The scene on screen and the person whose chip is lit. */
  readonly scene: string;
  readonly actor: number | null;
  /** Authored time of this decision so far. */
  readonly decision: number;
  /** Time played since the table last rested. */
  readonly run: number;
}

export interface Lasting {
  /** Before anything changes: the scene turns, the chip lights, the blow is drawn back. */
  readonly lead: number;
  readonly act: number;
  /** What it would last if nothing were in a hurry. */
  readonly authored: number;
}

export function lasting(beat: Timed, spent: Spent, speed: Speed, still: boolean): Lasting {
  const tempo = TEMPI[speed];
  if (beat.weight === 0 || speed === "instant") return { lead: 0, act: 0, authored: 0 };
  const own = still ? reading(beat.caption) : moving(beat, spent.last, tempo);
  const turns = !still && beat.scene !== "" && beat.scene !== spent.scene ? tempo.scene : 0;
  const lights = !still && beat.actor !== null && beat.actor !== spent.actor ? tempo.actor : 0;
  const authored = own + turns + lights;
  if (beat.weight < HEAVY && spent.run >= tempo.prompt) return { lead: 0, act: 0, authored };
  const pace = spent.decision >= 2 * tempo.decision ? 0.33 : spent.decision >= tempo.decision ? 0.5 : 1;
  const drawn = !still && beat.weight >= HEAVY ? own * ANTICIPATION : 0;
  return { lead: (turns + lights + drawn) * pace, act: (own - drawn) * pace, authored };
}

function moving(beat: Timed, last: Timed | null, tempo: Tempo): number {
  if (tempo.joins && beat.weight === 1 && last?.weight === 1) return 0;
  if (beat.weight <= 2 && last?.kind === beat.kind && last.actor === beat.actor) return tempo.repeat;
  return tempo.weights[beat.weight] ?? 0;
}

function reading(caption: string): number {
  const words = caption.split(/\s+/).filter(Boolean).length;
  return words === 0 ? 0 : Math.min(STILL.least + STILL.word * words, STILL.most);
}
