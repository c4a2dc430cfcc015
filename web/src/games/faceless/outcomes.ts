// What the server's forecast says, in few words: a walk, a facing, the next Threat of a colour.

import type { Board } from "../../stage/board.ts";
import { isLost, isWon } from "./dial.ts";
import { AWAY, type Geometry } from "./geometry.ts";
import { t, type MessageId } from "./messages.ts";
import type { FacelessAhead, FacelessView, Outcome, ThreatAhead } from "./view.ts";

type Named = Pick<Board<FacelessView>, "view" | "name">;

export function aheadOf({ forecast }: Pick<Board<FacelessView>, "forecast">): FacelessAhead | null {
  return forecast?.data?.is === "FacelessAhead" ? (forecast.data as unknown as FacelessAhead) : null;
}

/** Those of the box have a name that fits into a sentence. */
const KNOWN = ["entrance", "thicket", "bough", "boulders", "roots", "grove"];

/** The name of the Obstacle that is run into, with its article. */
function obstacleOf({ view, name }: Named, { obstacles }: Outcome): string {
  const number = view.obstacles.findIndex(({ spaces }) => spaces.includes(obstacles[0] ?? AWAY));
  const id = view.obstacles[number]?.id ?? "";
  if (KNOWN.includes(id)) return t(`into.${id}` as MessageId);
  return number < 0 ? t("out.obstacle") : name("obstacle", number);
}

/** What a walk leads to, in two to five words; about so where people follow their own compass. */
export function shortly(board: Named, geometry: Geometry, outcome: Outcome): string {
  const text = briefly(board, geometry, outcome);
  return board.view.own_compass ? `≈ ${text}` : text;
}

function briefly(board: Named, geometry: Geometry, outcome: Outcome): string {
  const { ends, found, spent, snapped, wavers, wraps } = outcome;
  if (isWon(outcome)) return t("out.won");
  if (ends === "obstacle") return t("out.crash", { name: obstacleOf(board, outcome) });
  if (ends) return t(`out.lost.${ends}` as MessageId);
  if (found > 0 && spent > 0) return t("out.found.spent", { n: found, name: obstacleOf(board, outcome), spent });
  if (found > 0) return t(wavers ? "out.found.wavers" : "out.found", { n: found });
  if (spent > 0) return t("out.spent", { name: obstacleOf(board, outcome), n: spent });
  if (snapped > 0) return t("out.snaps");
  if (wavers && outcome.spaces.length === 0) return waversOf(board, outcome);
  const ways = waysOf(board, geometry, outcome);
  if (wavers) return t("out.then.wavers", { ways });
  return wraps ? t("out.maze") : ways ? t("out.walks", { ways }) : t("out.stays");
}

/** Between which ways somebody has to choose. */
function waversOf({ name }: Named, { between: [one, other] }: Outcome): string {
  return one === undefined || other === undefined ? t("out.wavers") : t("out.between", { one: name("direction", one), other: name("direction", other) });
}

/** The directions of a walk: "west, west, south-west". */
export function waysOf({ view, name }: Named, geometry: Geometry, { spaces, obstacles }: Outcome): string {
  const places = [view.team, ...spaces, ...obstacles.slice(0, 1)];
  const ways = places.slice(1).map((to, i) => {
    const direction = geometry.direction(places[i] ?? AWAY, to);
    return direction === null ? t("out.beyond") : name("direction", direction);
  });
  // Step after step around the Maze is one way out.
  return ways.filter((way, i) => way !== t("out.beyond") || way !== ways[i - 1]).join(", ");
}

/** A walk on which nothing happens: no more to say of it than where it leads. */
export function isPlain({ ends, found, spent, snapped, wavers, wraps, spaces }: Outcome): boolean {
  return !ends && !wavers && !wraps && found + spent + snapped === 0 && spaces.length > 0;
}

/** The same for a single step, whose direction the question has said. */
export function stepLine(board: Named, geometry: Geometry, outcome: Outcome): string {
  if (board.view.own_compass) return fully(board, geometry, outcome);
  return [isPlain(outcome) ? t("line.free") : briefly(board, geometry, outcome), ...afterwards(outcome)].join(" · ");
}

/** Why a walk is lost, or where Billygoat is then. */
function afterwards(outcome: Outcome): string[] {
  const { goat_before: before, goat_after: after } = outcome;
  if (outcome.ends === "obstacle") return [t("line.crash")];
  if (after === AWAY || isLost(outcome)) return [];
  return [before === after ? t("line.goat.same", { n: after }) : t("line.goat", { from: before, to: after })];
}

/** One line below the question: the way, and where Billygoat is then. */
export function fully(board: Named, geometry: Geometry, outcome: Outcome): string {
  const ways = waysOf(board, geometry, outcome);
  const short = briefly(board, geometry, outcome);
  const told = ways.includes(t("out.beyond")) && short === t("out.maze");
  const line = [ways && !short.startsWith(ways) && t("line.ways", { ways }), !told && short, ...afterwards(outcome)].filter(Boolean).join(" · ");
  return board.view.own_compass ? t("line.guess", { what: line }) : line;
}

/** What waits where Billygoat pushes the needle, one step on. */
export function pushed(board: Named, geometry: Geometry, outcome: Outcome): string {
  if (outcome.wavers || outcome.wraps) return shortly(board, geometry, outcome);
  const ways = waysOf(board, geometry, outcome);
  if (outcome.found > 0) return `${ways}, ${t("next.step.memory")}`;
  if (outcome.ends || outcome.spent > 0) return `${ways}, ${t("next.step.lost", { what: shortly(board, geometry, outcome) })}`;
  return `${ways}, ${t("next.step.free")}`;
}

/** The same in two or three words, where many buttons stand in a row. */
export function pushedAt(board: Named, geometry: Geometry, outcome: Outcome): string {
  if (outcome.wavers || outcome.wraps || outcome.ends || outcome.spent > 0) return shortly(board, geometry, outcome);
  const ways = waysOf(board, geometry, outcome);
  return outcome.found > 0 ? `${ways}, ${t("next.step.memory")}` : ways;
}

/** What the next card of a colour would do. */
/** `brief`: on a narrow slip of the Team's colour, only what happens to it. */
export function struck(board: Named, geometry: Geometry, { colour, outcome, calm }: ThreatAhead, brief = false): string {
  if (calm) return t("next.calm");
  const { turned: round, discarded, threats, goat_before: before, goat_after: after, spaces } = outcome;
  switch (colour) {
    case "yellow":
      return round > 0 ? t("next.yellow", { n: round }) : t("next.none");
    case "green":
      return discarded > 0 ? t("next.green", { n: discarded }) : t("next.none");
    case "blue":
      return threats > 0 ? t("next.blue", { n: threats }) : t("next.none");
    case "red":
      if (isLost(outcome)) return t("next.red.lost");
      if (after === AWAY) return t("next.none");
      return before > after ? t("next.red", { n: before - after, away: after }) : t("next.red.turns");
    default: {
      if (isLost(outcome) && outcome.ends !== "obstacle") return shortly(board, geometry, outcome);
      if (outcome.wavers && spaces.length === 0) return t("next.purple.wavers");
      if (outcome.found || outcome.spent || outcome.ends || outcome.wraps || spaces.length === 0) {
        const what = shortly(board, geometry, outcome);
        return brief ? what : t("next.purple.to", { what });
      }
      return t("next.purple", { n: spaces.length });
    }
  }
}
