// Short wooden sounds, synthesised; off until they are switched on.

import { settings } from "./settings.svelte.ts";

const SOUNDS = {
  act: [[520, 0]],
  news: [[380, 0]],
  turn: [
    [440, 0],
    [660, 0.11],
  ],
} as const;

let context: AudioContext | null = null;

/** A playSound on wood: a short, dull tone that dies at once. */
export function playSound(kind: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [pitch, after] of SOUNDS[kind]) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0.16, start);
    loudness.gain.exponentialRampToValueAtTime(0.0008, start + 0.14);
    tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + 0.12);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.16);
  }
}
