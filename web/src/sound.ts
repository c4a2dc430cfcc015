// Short sounds, synthesised: wood for what is done, a soft bell for "your turn".

import { settings } from "./settings.svelte.ts";

type Note = readonly [pitch: number, after: number];

interface Timbre {
  readonly wave: OscillatorType;
  readonly lasts: number;
  /** How far the pitch falls. */
  readonly falls: number;
  readonly loud: number;
  readonly notes: readonly Note[];
}

const WOOD = { wave: "triangle", lasts: 0.14, falls: 2, loud: 0.26 } as const;
const BELL = { wave: "sine", lasts: 1.1, falls: 1, loud: 0.18 } as const;

const SOUNDS: Readonly<Record<string, Timbre>> = {
  act: { ...WOOD, notes: [[520, 0]] },
  card: { ...WOOD, lasts: 0.09, notes: [[740, 0]] },
  dice: { ...WOOD, lasts: 0.07, notes: [[620, 0], [480, 0.07], [560, 0.15]] },
  step: { ...WOOD, lasts: 0.08, notes: [[300, 0]] },
  needle: { ...BELL, lasts: 0.3, loud: 0.08, notes: [[1320, 0]] },
  fire: { ...WOOD, lasts: 0.3, falls: 3, notes: [[160, 0]] },
  blow: { ...WOOD, lasts: 0.22, falls: 3, loud: 0.4, notes: [[220, 0]] },
  good: { ...BELL, lasts: 0.4, loud: 0.12, notes: [[660, 0], [880, 0.08]] },
  turn: { ...BELL, notes: [[587, 0], [880, 0.16]] },
  end: { ...BELL, lasts: 1.8, notes: [[392, 0], [494, 0.2], [587, 0.4]] },
};

/** At most so many sounds begin within this time, in seconds. */
const VOICES = { most: 3, within: 0.1 };

let context: AudioContext | null = null;
let begun: number[] = [];

/** Browsers let a page sound only after the first click or key. */
export function playSound(kind: string): void {
  const timbre = SOUNDS[kind];
  if (!timbre || !settings.sound || settings.volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  begun = begun.filter((at) => at > now - VOICES.within);
  if (begun.length >= VOICES.most) return;
  begun.push(now);
  for (const [pitch, after] of timbre.notes) {
    const start = now + after;
    const tone = new OscillatorNode(context, { type: timbre.wave, frequency: pitch });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(timbre.loud * settings.volume, start);
    loudness.gain.exponentialRampToValueAtTime(0.0008, start + timbre.lasts);
    tone.frequency.exponentialRampToValueAtTime(pitch / timbre.falls, start + timbre.lasts);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + timbre.lasts + 0.02);
  }
}
