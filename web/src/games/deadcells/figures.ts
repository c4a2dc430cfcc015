// Those who fight, drawn from their ids: a pack's monster gets a body of its own too.

export interface Figure {
  readonly body: string;
  /** Drawn darker, in front. */
  readonly shade: string;
  /** What it holds, as lines. */
  readonly held: string;
  readonly eyes: readonly (readonly [number, number])[];
  readonly tint: string;
  readonly glow: string;
}

type Body = "walker" | "brute" | "hood" | "wings" | "worm" | "legs" | "beast" | "tentacle" | "eye";
type Held = "" | "bow" | "shield" | "bomb" | "blade" | "spear" | "claws" | "blades";

const BODIES: Readonly<Record<Body, { body: string; shade: string; eyes: readonly (readonly [number, number])[] }>> = {
  walker: {
    body: "M-5,-18 L0,-22 L5,-18 L6,-11 L3,-8 L10,-7 L13,5 L9,8 L8,22 L2,22 L0,9 L-3,22 L-9,22 L-8,6 L-13,4 L-10,-7 L-3,-8 L-6,-11 Z",
    shade: "M-3,-8 L3,-8 L5,3 L0,9 L-5,3 Z",
    eyes: [[-2.5, -14.5], [2.5, -14.5]],
  },
  brute: {
    body: "M-4,-18 L0,-21 L4,-18 L6,-13 L15,-13 L20,2 L15,10 L13,22 L5,22 L0,11 L-5,22 L-13,22 L-15,10 L-20,2 L-15,-13 L-6,-13 Z",
    shade: "M-9,-10 L9,-10 L7,6 L0,11 L-7,6 Z",
    eyes: [[-2.2, -15.5], [2.2, -15.5]],
  },
  hood: {
    body: "M0,-23 L7,-15 L8,-6 L13,-2 L15,22 L-15,22 L-13,-2 L-8,-6 L-7,-15 Z",
    shade: "M0,-18 L5,-12 L3,-6 L-3,-6 L-5,-12 Z M0,0 L3,22 L-3,22 Z",
    eyes: [[-2, -11.5], [2, -11.5]],
  },
  wings: {
    body: "M-4,-13 L-2,-9 L2,-9 L4,-13 L6,-5 L21,-15 L19,-2 L13,-2 L11,5 L7,2 L4,11 L0,16 L-4,11 L-7,2 L-11,5 L-13,-2 L-19,-2 L-21,-15 L-6,-5 Z",
    shade: "M-3,0 L3,0 L2,9 L0,13 L-2,9 Z",
    eyes: [[-2.2, -5], [2.2, -5]],
  },
  worm: {
    body: "M-17,22 L-19,13 L-11,5 L-13,-5 L-6,-16 L4,-19 L12,-14 L13,-8 L7,-9 L9,-4 L2,-6 L-2,-2 L2,5 L13,7 L19,14 L17,22 Z",
    shade: "M-11,5 L-3,3 L2,8 L-8,12 Z M-9,-6 L-3,-4 L-4,1 L-11,-1 Z",
    eyes: [[3, -13.5]],
  },
  legs: {
    body: "M-9,-1 L0,-8 L9,-1 L8,9 L0,13 L-8,9 Z M6,-3 L14,-10 L12,-18 L5,-21 L8,-14 L3,-8 Z M-8,2 L-18,-4 L-21,6 L-18,1 L-9,6 Z M8,2 L18,-4 L21,6 L18,1 L9,6 Z M-7,8 L-16,10 L-17,21 L-13,13 L-5,12 Z M7,8 L16,10 L17,21 L13,13 L5,12 Z",
    shade: "M-4,4 L0,0 L4,4 L0,10 Z",
    eyes: [[-3.5, 2], [3.5, 2]],
  },
  beast: {
    body: "M-21,-8 L-15,-5 L-9,-11 L5,-9 L9,-18 L12,-13 L20,-10 L21,-5 L15,-1 L11,1 L13,22 L7,22 L5,8 L-7,8 L-9,22 L-15,22 L-14,4 L-18,1 Z",
    shade: "M-9,-7 L4,-6 L5,4 L-8,4 Z",
    eyes: [[15, -8.5]],
  },
  tentacle: {
    body: "M-9,22 L-8,9 L-3,0 L-9,-9 L-5,-20 L4,-22 L8,-15 L4,-11 L1,-15 L-1,-9 L6,-1 L5,9 L10,22 Z",
    shade: "M-4,3 L2,2 L1,10 L-4,12 Z M-6,-9 L-1,-9 L1,-4 L-3,-3 Z",
    eyes: [[0, -18]],
  },
  eye: {
    body: "M0,-17 L12,-12 L17,0 L12,10 L15,21 L9,14 L6,22 L3,14 L0,21 L-3,14 L-6,22 L-9,14 L-15,21 L-12,10 L-17,0 L-12,-12 Z",
    shade: "M0,-10 L9,-6 L11,0 L9,6 L0,9 L-9,6 L-11,0 L-9,-6 Z",
    eyes: [[0, 0], [-1, -1], [1, 1]],
  },
};

const HELD: Readonly<Record<Held, string>> = {
  "": "",
  bow: "M14,-16 Q24,-2 14,14 M14,-16 L14,14 M4,-1 H20",
  shield: "M-21,-8 H-9 V6 L-15,14 L-21,6 Z M-15,-5 V10",
  bomb: "M17,-6 A5,5 0 1 1 16.9,-6 M17,-6 L19,-12 L22,-12",
  blade: "M11,6 L22,-16 M9,0 L16,4",
  spear: "M13,22 L18,-20 M18,-20 L15,-12 L20,-13 Z",
  claws: "M13,4 L20,8 M13,6 L19,12 M-13,4 L-20,8 M-13,6 L-19,12",
  blades: "M12,6 L22,-8 M-12,6 L-22,-8",
};

/** By a word in the id, the first that fits. */
const KNOWN: readonly (readonly [string, Body, Held])[] = [
  ["archer", "walker", "bow"],
  ["shieldbearer", "brute", "shield"],
  ["protector", "hood", "shield"],
  ["grenadier", "walker", "bomb"],
  ["bombardier", "wings", "bomb"],
  ["purulent", "brute", "claws"],
  ["zombie", "walker", "claws"],
  ["runner", "walker", "blades"],
  ["slasher", "brute", "blades"],
  ["bat", "wings", ""],
  ["worm", "worm", ""],
  ["weaver", "legs", ""],
  ["scorpion", "legs", ""],
  ["thorny", "legs", ""],
  ["kamikaze", "wings", "bomb"],
  ["pirate", "brute", "blade"],
  ["dark_tracker", "hood", "blade"],
  ["tracker", "walker", "spear"],
  ["cannibal", "beast", ""],
  ["automaton", "brute", ""],
  ["inquisitor", "hood", ""],
  ["lacerator", "hood", "blades"],
  ["cleaver", "brute", "blade"],
  ["shocker", "beast", ""],
  ["guard", "brute", "spear"],
  ["lancer", "walker", "spear"],
  ["rat", "beast", ""],
  ["knife", "walker", "blades"],
  ["rampager", "brute", "claws"],
  ["knight", "brute", "blade"],
  ["tentacle", "tentacle", ""],
  ["concierge", "brute", "blades"],
  ["conjunctivius", "eye", ""],
  ["time_keeper", "hood", "blade"],
  ["hand_of_the_king", "brute", "spear"],
];

const TINTS = ["#7d6aa8", "#5f8a6b", "#8a5f7d", "#6b76b0", "#7f8a4f", "#97684f", "#5d8a94"];

export function figureOf(id: string): Figure {
  const seed = hash(id);
  const [, body, held] = KNOWN.find(([word]) => id.includes(word)) ?? ["", anyOf(Object.keys(BODIES) as Body[], seed), anyOf(Object.keys(HELD) as Held[], seed >> 3)];
  const elite = id.includes("elite");
  return {
    ...BODIES[body],
    held: HELD[held],
    tint: elite ? "#a8743a" : anyOf(TINTS, seed),
    glow: elite ? "#ffd27a" : "#b8ff6a",
  };
}

export interface Hero {
  readonly tint: string;
  readonly glow: string;
  /** What stands where the head should be. */
  readonly head: string;
  readonly mark: string;
}

const HEROES: Readonly<Record<string, Hero>> = {
  immolated: {
    tint: "#8a4a2c",
    glow: "#ff9d45",
    head: "M0,-23 C3,-18 9,-15 8,-8 C7,-3 3,-2 0,-2 C-4,-2 -8,-4 -8,-9 C-8,-12 -5,-13 -5,-17 C-3,-16 -2,-14 -2,-13 C0,-15 1,-18 0,-23 Z",
    mark: "M-6,4 L-2,10 L-5,18 M4,3 L7,11 L3,19",
  },
  flayed: {
    tint: "#8c3340",
    glow: "#ff8f8f",
    head: "M-6,-5 C-10,-12 -7,-20 0,-20 C7,-20 10,-12 6,-5 L3,-2 H-3 Z",
    mark: "M-10,2 Q0,6 10,2 M-11,8 Q0,12 11,8 M-9,14 Q0,18 9,14",
  },
  poisoned: {
    tint: "#4c7a3a",
    glow: "#b8ff6a",
    head: "M-3,-19 H3 V-13 C8,-11 9,-3 4,-2 H-4 C-9,-3 -8,-11 -3,-13 Z",
    mark: "M-5,7 A2.5,2.5 0 1 1 -5.1,7 M4,12 A3.5,3.5 0 1 1 3.9,12 M7,3 A1.6,1.6 0 1 1 6.9,3",
  },
  quartered: {
    tint: "#5d6390",
    glow: "#b9c6ff",
    head: "M-7,-19 L-1,-20 V-12 L-7,-11 Z M1,-20 L7,-18 L7,-11 L1,-12 Z M-6,-9 L-1,-10 V-3 L-4,-3 Z M1,-10 L6,-9 L4,-3 L1,-3 Z",
    mark: "M0,0 V22 M-15,9 H15",
  },
  serenade: {
    tint: "#77508f",
    glow: "#ff9be0",
    head: "M0,-23 L3,-18 V-2 H7 V1 H-7 V-2 H-3 V-18 Z",
    mark: "M-8,6 Q0,0 8,6 M-8,12 Q0,6 8,12",
  },
};

export function heroOf(id: string): Hero {
  const seed = hash(id);
  return (
    HEROES[id] ?? {
      tint: anyOf(TINTS, seed),
      glow: "#d8c8ff",
      head: "M0,-22 C6,-18 7,-8 3,-4 C1,-2 -2,-2 -4,-4 C-7,-9 -2,-12 -4,-17 C-2,-17 0,-19 0,-22 Z",
      mark: "M-8,6 L0,12 L8,6",
    }
  );
}

const anyOf = <One>(all: readonly One[], seed: number): One => all[seed % all.length] as One;

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum;
}
