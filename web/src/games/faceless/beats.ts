// What happened, as beats of a little play: who moves where, which card flies, how long it takes.

import type { Data, LoggedEvent } from "../../protocol.ts";
import { AWAY } from "./geometry.ts";

/** Where everything on the field stands, as far as events tell it. */
export interface Scene {
  readonly team: number;
  /** The direction in which the Team runs into something. */
  readonly bump: number | null;
  readonly figures: readonly Stand[];
}

export interface Stand {
  readonly place: number;
  readonly heading: number;
}

/** A card or a Memory on its way between two spots of the table, by their `data-spot`. */
export interface Flight {
  readonly card?: string;
  readonly memory?: string;
  readonly from: string;
  readonly to: string;
}

export interface Beat {
  readonly lasts: number;
  readonly say: string;
  readonly change: (scene: Scene) => Scene;
  readonly flights: readonly Flight[];
  /** The colour of the Threat that strikes. */
  readonly struck: string;
}

export type ColourOf = (card: string) => string;

const BILLYGOAT = 3;
const same = (scene: Scene) => scene;

/** The beats of some news, in order; what moves nothing has none. */
export function beatsOf(news: readonly LoggedEvent[], colourOf: ColourOf): Beat[] {
  return news.flatMap(({ data, text }) => {
    const beat = moved(data) ?? flown(data, colourOf);
    return beat ? [{ ...beat, say: text }] : [];
  });
}

type Silent = Omit<Beat, "say">;

/** Events that move figures and the Team. */
function moved(event: Data): Silent | null {
  const space = Number(event.space);
  switch (event.is) {
    case "TeamPlaced":
    case "TeamMoved":
    case "PortalCrossed":
    case "PortalAttracted":
      return play(360, (scene) => ({ ...scene, team: space, bump: null }));
    case "TeamWrapped":
      return play(520, (scene) => ({ ...scene, team: space, bump: null }));
    case "ObstacleHit":
      return play(420, (scene) => ({ ...scene, bump: Number(event.direction) }));
    case "BillygoatPlaced":
      return play(360, pose(BILLYGOAT, { place: space }));
    case "BillygoatMoved":
      return play(400, pose(BILLYGOAT, { place: Number(event.place) }));
    case "BillygoatTurned":
      return play(300, pose(BILLYGOAT, { heading: Number(event.heading) }));
    case "FigurePosed":
      return play(420, pose(Number(event.figure), { place: Number(event.place), heading: Number(event.heading) }));
    case "FigureTurned":
      return play(480, pose(Number(event.figure), { heading: Number(event.heading) }));
    case "FigureSnapped":
      return play(420, pose(Number(event.figure), { place: AWAY }));
    case "MemoryFound":
      return { ...fly({ memory: String(event.memory), from: "team", to: "memories" }), lasts: 700 };
    case "ThreatStruck":
      return { ...play(620, same), struck: String(event.colour) };
    case "DieRolled":
      return play(520, same);
    default:
      return null;
  }
}

/** Events in which a card changes its place. */
function flown(event: Data, colourOf: ColourOf): Silent | null {
  const card = String(event.card ?? "");
  const column = `column.${colourOf(card)}`;
  const hand = `hand.${event.seat}`;
  switch (event.is) {
    case "CardPlayed":
      return fly({ card, from: hand, to: "played" });
    case "CardRevealed":
    case "ThreatAdded":
    case "WordSaid":
      return fly({ card, from: "deck", to: column });
    case "ThreatTaken":
      return fly({ card, from: column, to: hand });
    case "CardDrawn":
      return fly({ card, from: "deck", to: hand });
    case "CardDiscarded":
      return fly({ card, from: hand, to: "discards" });
    case "DeckDiscarded":
      return fly({ card, from: "deck", to: "discards" });
    case "ThreatBurnt":
      return fly({ card, from: column, to: "discards" });
    case "ThreatReplaced":
      return fly({ card, from: "deck", to: "discards" });
    case "CardGiven":
      return fly({ card, from: `hand.${event.giver}`, to: `hand.${event.to}` });
    case "CardsSwapped": {
      const [one, other] = [`hand.${event.one}`, `hand.${event.other}`];
      return fly({ card, from: one, to: other }, { card: String(event.instead), from: other, to: one });
    }
    case "CardExchanged": {
      const taken = String(event.taken);
      return fly({ card, from: hand, to: column }, { card: taken, from: `column.${colourOf(taken)}`, to: hand });
    }
    default:
      return null;
  }
}

function play(lasts: number, change: (scene: Scene) => Scene): Silent {
  return { lasts, change, flights: [], struck: "" };
}

function fly(...flights: Flight[]): Silent {
  return { lasts: 320, change: same, flights, struck: "" };
}

function pose(figure: number, changed: Partial<Stand>): (scene: Scene) => Scene {
  return (scene) => ({
    ...scene,
    figures: scene.figures.map((stand, number) => (number === figure ? { ...stand, ...changed } : stand)),
  });
}
