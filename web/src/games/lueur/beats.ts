// What each event of Lueur looks like: dice fall, light comes, companies walk.

import { changed, told, type BeatPart, type Beats } from "../../stage/beats.ts";
import type { Data } from "../../protocol.ts";
import type { CardView, DieView, LueurView, PlayerView } from "./view.ts";

type Part = BeatPart<LueurView>;

/** Somebody does something, and their things change. */
function by(event: Data, part: Omit<Part, "change">, change?: (player: PlayerView) => Partial<PlayerView>): Part {
  const seat = Number(event.seat);
  return { at: `player-${seat}`, actor: seat, ...part, ...(change && { change: (view: LueurView) => ({ ...view, players: changed(view.players, seat, change) }) }) };
}

/** The dice show these faces. */
function faces({ dice, faces }: Data): (player: PlayerView) => Partial<PlayerView> {
  const shown = new Map((dice as number[]).map((die, i) => [die, (faces as string[])[i] ?? ""]));
  return (player) => ({ dice: player.dice.map((die) => ({ ...die, face: shown.get(die.id) ?? die.face, picked: false })) });
}

function light(event: Data, weight: 2 | 3): Part {
  return by(event, { weight, scene: "light", sound: "good" }, () => ({ bursts: Number(event.total), score_space: Number(event.total) % 100 }));
}

function gain(field: "footprints" | "fireflies" | "rerolls", factor: 1 | -1 = 1): (event: Data) => Part {
  return (event) => by(event, { weight: 1, sound: "good" }, (player) => ({ [field]: player[field] + factor * Number(event.n) }));
}

function does(weight: 1 | 2 | 3, scene = ""): (event: Data) => Part {
  return (event) => by(event, { weight, ...(scene && { scene }) });
}

/** A card has taken effect: it burns, and keeps a tick. */
function resolved(event: Data): Part {
  const paid = (card: CardView): CardView => (card.id === event.card ? { ...card, times: Number(event.times), resolved: true } : card);
  return by(event, { weight: 2, scene: "light", sound: "good" }, ({ adventurer, companions }) => ({ adventurer: adventurer && paid(adventurer), companions: companions.map(paid) }));
}

/** Somebody leaves for the cemetery. */
function left(event: Data): Part {
  const seat = Number(event.seat);
  const id = String(event.companion);
  return {
    weight: 3,
    scene: "light",
    at: `card-${id}`,
    actor: seat,
    change: (view) => ({ ...view, players: changed(view.players, seat, ({ companions }) => ({ companions: companions.filter((card) => card.id !== id) })), cemetery: [...view.cemetery, id] }),
  };
}

/** A companion comes into a company, with the dice and footprints of its space. */
function recruited(event: Data): Part {
  const seat = Number(event.seat);
  const id = String(event.companion);
  return {
    weight: 3,
    scene: "meeting",
    at: `player-${seat}`,
    actor: seat,
    sound: "card",
    change: (view) => {
      const met = view.track.find(({ companion }) => companion === id);
      const join = ({ companions, dice, footprints }: PlayerView) => ({
        companions: [...companions, { is: "CardView" as const, id, times: 0, resolved: false, on: "" }],
        dice: [...dice, ...(met?.dice ?? []).map((die) => ({ ...die, face: "" }))],
        footprints: footprints + (met?.footprints ?? 0),
      });
      return { ...view, players: changed(view.players, seat, join), track: view.track.map((space) => (space === met ? { ...space, companion: "", dice: [], footprints: 0 } : space)) };
    },
  };
}

/** Small dice go home to the stone of the element they show. */
function placed(event: Data): Part {
  const ids = event.dice as number[];
  return {
    weight: 2,
    scene: "evening",
    sound: "dice",
    change: (view) => {
      const all = [...view.players.flatMap(({ dice }) => dice), ...view.track.flatMap(({ dice }) => dice), ...view.reserve];
      const home = ids.flatMap<DieView>((id) => all.find((die) => die.id === id) ?? []).map((die) => ({ ...die, face: String(event.space), picked: false, set_aside: false, counts: true }));
      return {
        ...view,
        players: view.players.map((player) => ({ ...player, dice: player.dice.filter(({ id }) => !ids.includes(id)) })),
        track: view.track.map((space) => (space.element === event.space ? { ...space, dice: [...space.dice, ...home] } : space)),
      };
    },
  };
}

export const beats: Beats<LueurView> = {
  AdventurerTaken: does(2, "meeting"),
  BlackDieMoved: does(2, "meeting"),
  BlackDiePlaced: does(1, "meeting"),
  BoatSailed: (event) => by(event, { weight: 3, scene: "walk", sound: "step" }, ({ boats }) => ({ boats: boats.toSpliced(boats.indexOf(String(event.start)), 1, String(event.island)) })),
  BurstsGained: (event) => light(event, 2),
  BurstsLost: (event) => light(event, 2),
  CardResolved: resolved,
  CompanionCulled: does(2, "meeting"),
  CompanionLost: left,
  CompanionRaised: does(3, "cemetery"),
  CompanionRecruited: recruited,
  CompanionsDealt: (event) => ({
    weight: 2,
    scene: "evening",
    sound: "card",
    change: (view) => ({ ...view, track: view.track.map((space, i) => ({ ...space, companion: (event.companions as string[])[i] ?? "" })) }),
  }),
  CompanyMoved: (event) =>
    by(event, { weight: 2, scene: "walk", sound: "step" }, ({ visited, company }) => ({ company: String(event.space), visited: [...(visited.length > 0 ? visited : [company]), String(event.space)] })),
  Cursed: does(3, "light"),
  OthersCursed: does(3, "light"),
  DicePlaced: placed,
  DiceRerolled: (event) => by(event, { weight: 3, scene: "roll", sound: "dice" }, faces(event)),
  DiceRolled: (event) => by(event, { weight: 3, scene: "roll", sound: "dice" }, faces(event)),
  DieReturned: does(1),
  DieTaken: does(2),
  DieTurned: (event) => by(event, { weight: 2, scene: "roll" }, faces({ is: "", dice: [event.die as number], faces: [event.face as string] })),
  EncampmentMoved: (event) => by(event, { weight: 3, scene: "walk", sound: "step" }, () => ({ encampment: String(event.space) })),
  FacePaid: does(1, "light"),
  FellBack: (event) => by(event, { weight: 2, scene: "roll" }, () => ({ bursts: Number(event.total), score_space: Number(event.total) % 100 })),
  FirefliesGained: gain("fireflies"),
  FirstPlayerChanged: (event) => ({ weight: 2, scene: "evening", actor: Number(event.seat), change: (view) => ({ ...view, first: Number(event.seat) }) }),
  FootprintsGained: gain("footprints"),
  FootprintsLost: gain("footprints", -1),
  FootprintsPlaced: (event) => ({
    weight: 1,
    scene: "evening",
    change: (view) => ({ ...view, track: view.track.map((space) => ((event.spaces as string[]).includes(space.element) ? { ...space, footprints: space.footprints + 1 } : space)) }),
  }),
  GameWon: told(5, { scene: "count", sound: "end" }),
  HiddenSpellGivenUp: does(1),
  NoDieLeft: does(1),
  RerollsGained: gain("rerolls"),
  RoundStarted: (event) => ({ weight: 3, scene: "meeting", change: (view) => ({ ...view, round: Number(event.round) }) }),
  SourceCounted: (event) =>
    by(event, { weight: 3, scene: "count", sound: "good" }, ({ bursts, count }) => ({ bursts: Number(event.total), count: { game: bursts, ...count, [String(event.source)]: Number(event.points) } })),
  SpellGivenUp: does(1),
  SpellRevealed: does(2, "light"),
  SpellTriggered: does(3, "light"),
  SpellsCast: does(2, "light"),
  TrackCleared: (event) => ({ weight: 1, scene: "meeting", change: (view) => ({ ...view, track: view.track.map((space) => ({ ...space, companion: "" })), cemetery: [...view.cemetery, ...(event.companions as string[])] }) }),
};
