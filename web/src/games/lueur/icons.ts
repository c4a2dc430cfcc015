// Signs of our own: every element, token and piece has a shape, so that colour is never alone.
// Each is drawn around 0,0 within a radius of 12.

import type { MessageId } from "./messages.ts";

export interface Sign {
  readonly colour: string;
  /** Filled shapes. */
  readonly fill?: string;
  /** Lines in the sign's own colour. */
  readonly line?: string;
  /** Cuts in the ink of the ground. */
  readonly cut?: string;
}

/** A star of n rays between two radii. */
function star(rays: number, far: number, near: number): string {
  const corner = (i: number) => {
    const angle = (Math.PI * i) / rays - Math.PI / 2;
    const radius = i % 2 === 0 ? far : near;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${Array.from({ length: 2 * rays }, (_, i) => corner(i)).join("L")}Z`;
}

export const SIGNS: Readonly<Record<string, Sign>> = {
  nature: {
    colour: "#8fd16f",
    fill: "M-8.5,6.5C-11,-5 -2,-10.5 9.5,-9.5C10.5,2 4,10.5 -6,7.5Z",
    cut: "M-10,10.5C-5,4 0,0 5,-4.5M-3,3.5L-3.5,-2M0.5,0.5H6",
  },
  water: {
    colour: "#5c9dff",
    fill: "M0,-11C4,-5 7.5,-1 7.5,3.5A7.5,7.5 0 0 1 -7.5,3.5C-7.5,-1 -4,-5 0,-11Z",
    cut: "M-4,4A4,4 0 0 0 0,8",
  },
  air: {
    colour: "#b8ecf5",
    fill: "M-6,7A5.2,5.2 0 0 1 -7.5,-3A6.5,6.5 0 0 1 4,-6.5A5.4,5.4 0 0 1 8.5,-1.2A4.3,4.3 0 0 1 7,7Z",
    cut: "M-6,3H1A2.4,2.4 0 1 0 -1.2,0.4",
  },
  fire: {
    colour: "#ff6f4f",
    fill: "M1,-11.5C2,-5.5 8,-3 8,4A8,7.5 0 0 1 -8,4C-8,0 -5.5,-2 -5,-6.5C-2.5,-5 -1.5,-3 -1.5,-0.5C1,-3 1.8,-8 1,-11.5Z",
    cut: "M-3,8C-4,4 0,4 0.5,1C3,3 4,6 2.5,8.5",
  },
  mineral: {
    colour: "#ffb04d",
    fill: "M-3.5,-10.5L4.5,-8.5L9,0L3.5,10.5L-5.5,9L-9,-1Z",
    cut: "M-3.5,-10.5L-1.5,-1.5L-5.5,9M-1.5,-1.5L9,0M-1.5,-1.5L-9,-1",
  },
  footprints: {
    colour: "#c99bff",
    fill:
      "M-9,1C-10,-4 -8,-10 -5,-10C-2,-10 -1.5,-5 -2.5,-1.5C-3.5,0.5 -8,2 -9,1ZM-8.3,3.5C-6.5,4.5 -4,3.8 -3,2.2C-2.2,5 -3.2,7.6 -5.4,7.6C-7.6,7.6 -8.4,5.6 -8.3,3.5Z" +
      "M9,4C10,-1 8,-7 5,-7C2,-7 1.5,-2 2.5,1.5C3.5,3.5 8,5 9,4ZM8.3,6.5C6.5,7.5 4,6.8 3,5.2C2.2,8 3.2,10.6 5.4,10.6C7.6,10.6 8.4,8.6 8.3,6.5Z",
  },
  bursts: { colour: "#ffdc6b", fill: star(8, 11.5, 5.2) },
  minus_bursts: { colour: "#c9c4bd", fill: star(8, 11.5, 5.2), cut: "M-5,0H5" },
  fireflies: {
    colour: "#d8f06a",
    fill:
      "M0,-1C4.4,-1 4.4,8.5 0,10.8C-4.4,8.5 -4.4,-1 0,-1ZM0,-8A3,3 0 1 1 -0.01,-8Z" +
      "M-1.8,-1.2C-5,-8.4 -12,-7.6 -11,-2.6C-10.2,1 -5,1.4 -2.6,0.8ZM1.8,-1.2C5,-8.4 12,-7.6 11,-2.6C10.2,1 5,1.4 2.6,0.8Z",
    cut: "M-3,3.4H3M-2.6,6.6H2.6",
  },
  rerolls: {
    colour: "#f2e8d8",
    line: "M-8,-1.5A8,8 0 0 1 5.5,-6M8,1.5A8,8 0 0 1 -5.5,6",
    fill: "M8.5,-11L8,-3L1.5,-6.5ZM-8.5,11L-8,3L-1.5,6.5Z",
  },
  to_cemetery: {
    colour: "#e3ded6",
    fill: "M-9,-2A9,8.6 0 0 1 9,-2C9,2 7,3 5.5,4L5,10H-5L-5.5,4C-7,3 -9,2 -9,-2Z",
    cut: "M-4.8,-1.2h1.8M3,-1.2h1.8M0,2.4V3.6M-2,6.6V10M2,6.6V10",
  },
  cast_spells: {
    colour: "#b9a3ff",
    line: "M0,0.6C1.6,0 1.4,-2.4 -0.8,-2.4C-4,-2.4 -4.4,2.4 -1,3.8C3.4,5.4 7,0.4 4.8,-4C2,-9.4 -6.6,-8.6 -8.8,-2.4C-10.8,4 -5.6,10 1.4,9.8",
  },
  raise_companion: {
    colour: "#a8e0c0",
    fill: "M0,-11L7,-3H3V5H-3V-3H-7ZM-9,7.5H9V10.5H-9Z",
  },
  kill_last_recruited: {
    colour: "#e3ded6",
    fill: "M-9,-2A9,8.6 0 0 1 9,-2C9,2 7,3 5.5,4L5,10H-5L-5.5,4C-7,3 -9,2 -9,-2Z",
    cut: "M-5,-3L-2.6,-0.4M-2.6,-3L-5,-0.4M2.6,-3L5,-0.4M5,-3L2.6,-0.4M-2,6.6V10M2,6.6V10",
  },
  lose_companion_or_spell: {
    colour: "#d9cfe8",
    fill: "M-10,-3A7,6.6 0 0 1 4,-3C4,0 2.6,1 1.4,1.8L1,6H-7L-7.4,1.8C-8.6,1 -10,0 -10,-3Z",
    line: "M8.4,1.4C9.4,2.6 8,4 6.8,3.2C5,1.8 7,-0.6 9.2,0.4C12.2,2 10.6,7 6.4,7",
    cut: "M-6.4,-2.6h1.4M-1,-2.6h1.4M-3,1V2",
  },
  encampment: { colour: "#f2e8d8", fill: "M0,-9L11,9H3.4L0,2.4L-3.4,9H-11Z", line: "M0,-9L-2,-11.5M0,-9L2,-11.5" },
  company: {
    colour: "#f2e8d8",
    fill: "M0,-11A4.2,4.2 0 0 1 2.8,-3.6C5.4,-0.6 6.6,5 7.4,10H-7.4C-6.6,5 -5.4,-0.6 -2.8,-3.6A4.2,4.2 0 0 1 0,-11Z",
  },
  boat: { colour: "#f2e8d8", fill: "M-10.5,3.5H10.5L6.5,9.5H-6.5ZM1,-11L9,1.5H1ZM-1,-8V1.5H-7Z" },
  first: { colour: "#ffd37a", fill: "M-1.5,-11H1.5V-8H6L8,-5V6H-8V-5L-6,-8H-1.5ZM-6,8H6V10.5H-6Z", cut: "M0,-4V2" },
};

/** What an effect does, as a sign with a number; losses say so. */
export const EFFECTS: Readonly<Record<string, { sign: string; word: MessageId; factor: 1 | -1 }>> = {
  gain_bursts: { sign: "bursts", word: "bursts", factor: 1 },
  lose_bursts: { sign: "bursts", word: "bursts", factor: -1 },
  gain_footprints: { sign: "footprints", word: "footprints", factor: 1 },
  lose_footprints: { sign: "footprints", word: "footprints", factor: -1 },
  pay_footprints: { sign: "footprints", word: "footprints", factor: -1 },
  gain_fireflies: { sign: "fireflies", word: "fireflyTokens", factor: 1 },
  gain_rerolls: { sign: "rerolls", word: "rerolls", factor: 1 },
};

/** The bodies of dice: a light and a deep tone, and the ink of their signs. */
export const DICE: Readonly<Record<string, { light: string; deep: string }>> = {
  green: { light: "#6fae57", deep: "#2f6a33" },
  blue: { light: "#4b86dd", deep: "#1f4590" },
  azure: { light: "#8fd3e6", deep: "#3c8ba6" },
  red: { light: "#e0604a", deep: "#8f2a22" },
  orange: { light: "#f0a04b", deep: "#a85a17" },
  purple: { light: "#a877d8", deep: "#5b2f8a" },
  yellow: { light: "#f5cf58", deep: "#a97c16" },
  black: { light: "#4a484d", deep: "#161518" },
};

/** −3, +2, 0: with a real minus sign. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}
