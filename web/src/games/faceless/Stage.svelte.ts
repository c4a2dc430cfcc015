// The one moving picture of the field: where figures, Team and needle are drawn at this moment.

import type { Playing } from "../../stage/board.ts";
import type { Effect, Flight } from "./beats.ts";
import type { Compass, Magnet } from "./compass.ts";
import { AWAY, towards, turn, type Geometry, type Point } from "./geometry.ts";
import { glided, glidedHeading, isResting, swung, type Swing } from "./spring.ts";
import type { FacelessView } from "./view.ts";

export interface Pose extends Magnet {
  /** It stands beside the board. */
  readonly aside: boolean;
}

/** A figure as it is tried by hand, before the server knows. */
export interface Trial {
  readonly figure: number;
  readonly place: number;
  readonly heading: number;
}

const MICRO = 1e6;

/** Where everything on the field stands. */
interface Scene {
  readonly team: number;
  /** The direction in which the Team runs into something. */
  readonly bump: number | null;
  readonly figures: readonly Stand[];
}

interface Stand {
  readonly place: number;
  readonly heading: number;
}

export class Stage {
  figures = $state.raw<readonly Pose[]>([]);
  team = $state.raw<Point | null>(null);
  /** The angle of the red end in degrees; null under a cover or before the Team stands. */
  needle = $state<number | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  /** The colour of the Threat that strikes at this moment. */
  struck = $state("");
  isPlaying = $state(false);
  /** Where the torch lights the page: it goes from space to space, because a moving light repaints everything. */
  light = $state(AWAY);

  private scene: Scene = { team: AWAY, bump: null, figures: [] };
  private last: Scene = this.scene;
  private reading: number | null = null;
  private earth = 0;
  private swing: Swing = { angle: 90, speed: 0 };
  private trial: Trial | null = null;
  private frame = 0;
  private then = 0;
  private moves = true;

  constructor(
    private readonly geometry: Geometry,
    private readonly compass: Compass,
  ) {}

  /** Takes the view as it stands in the middle of a beat, or at rest: everything glides there. */
  show(view: FacelessView, beat: Playing | null, moves: boolean): void {
    const first = this.last.figures.length === 0;
    const effects = (beat?.struck ? beat.effects : []) as readonly Effect[];
    this.moves = moves;
    this.isPlaying = beat !== null;
    this.flights = effects.flatMap(({ flight }) => flight ?? []);
    this.struck = effects.find(({ struck }) => struck)?.struck ?? "";
    this.last = sceneOf(view);
    this.scene = { ...this.last, bump: effects.find(({ bump }) => bump !== undefined)?.bump ?? null };
    this.light = this.last.team;
    if (!beat || view.needle === null) this.reading = view.needle ? view.needle.angle / MICRO : null;
    if (this.reading !== null && !beat) {
      const magnets = this.magnetsOf(this.last.figures);
      this.earth = this.compass.earthBehind(magnets, this.geometry.at(view.team), this.reading);
    }
    if (first || !moves) this.cut();
    else this.run();
  }

  /** Shows a figure as it is tried, and the needle with it. */
  try(trial: Trial | null): void {
    this.trial = trial;
    if (this.moves) this.run();
    else this.cut();
  }

  /** To the end of all motion. */
  cut(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.scene = this.last;
    this.light = this.scene.team;
    this.figures = this.wanted();
    this.team = this.wantedTeam();
    this.swing = { angle: this.wantedAngle(), speed: 0 };
    this.needle = this.reading === null ? null : this.swing.angle;
  }

  close(): void {
    cancelAnimationFrame(this.frame);
  }

  private run(): void {
    if (this.frame) return;
    this.then = performance.now();
    this.frame = requestAnimationFrame(this.draw);
  }

  private readonly draw = (now: number) => {
    // A tab that slept does not leap.
    const seconds = Math.min(Math.max(now - this.then, 0), 50) / 1000;
    this.then = now;
    const wanted = this.wanted();
    this.figures = wanted.map((to, number) => glidedPose(this.figures[number] ?? to, to, seconds));
    const team = this.wantedTeam();
    this.team = team && this.team ? glidedPoint(this.team, team, seconds) : team;
    const angle = this.wantedAngle();
    this.swing = swung(this.swing, angle, seconds);
    this.needle = this.reading === null ? null : this.swing.angle;
    const rests = this.figures.every((pose, number) => isThere(pose, wanted[number] ?? pose)) && near(this.team, team);
    if (rests && !this.isPlaying && isResting(this.swing, angle)) {
      this.frame = 0;
      this.cut();
    } else this.frame = requestAnimationFrame(this.draw);
  };

  private wanted(): Pose[] {
    return this.scene.figures.map((stand, figure) => {
      const { place, heading } = this.trial?.figure === figure ? this.trial : stand;
      if (place === AWAY) return { ...asideOf(figure), heading, aside: true };
      return { ...this.geometry.at(place), heading, aside: false };
    });
  }

  private wantedTeam(): Point | null {
    if (this.scene.team === AWAY) return null;
    const at = this.geometry.at(this.scene.team);
    return this.scene.bump === null ? at : towards(at, this.scene.bump * 60, 34);
  }

  /** The server's reading at rest; what the field says while something moves or is tried. */
  private wantedAngle(): number {
    if (this.reading === null || !this.team) return this.swing.angle;
    if (!this.trial && !this.isPlaying && this.scene === this.last) return this.reading;
    const standing = this.figures.filter((pose) => !pose.aside);
    return this.compass.read(standing, this.team, this.earth) ?? this.swing.angle;
  }

  /** Figures that stand on the board, as magnets, with one of them as it is tried. */
  magnets(trial: Trial | null): Magnet[] {
    return this.magnetsOf(this.last.figures.map((stand, figure) => (trial?.figure === figure ? trial : stand)));
  }

  get north(): number {
    return this.earth;
  }

  private magnetsOf(stands: readonly Stand[]): Magnet[] {
    return stands.filter(({ place }) => place !== AWAY).map(({ place, heading }) => ({ ...this.geometry.at(place), heading }));
  }
}

function sceneOf({ team, figures }: FacelessView): Scene {
  return { team, bump: null, figures: figures.map(({ place, heading }) => ({ place, heading })) };
}

/** Beside the board, in its lower right corner. */
function asideOf(figure: number): Point {
  return { x: 400 + figure * 92, y: 520 - figure * 125 };
}

function glidedPoint(from: Point, to: Point, seconds: number): Point {
  return { x: glided(from.x, to.x, seconds), y: glided(from.y, to.y, seconds) };
}

function glidedPose(from: Pose, to: Pose, seconds: number): Pose {
  return { ...glidedPoint(from, to, seconds), heading: glidedHeading(from.heading, to.heading, seconds), aside: to.aside };
}

function near(one: Point | null, other: Point | null): boolean {
  return one === other || (one !== null && other !== null && Math.hypot(one.x - other.x, one.y - other.y) < 0.3);
}

function isThere(one: Pose, other: Pose): boolean {
  return near(one, other) && Math.abs(turn(one.heading, other.heading)) < 0.1;
}
