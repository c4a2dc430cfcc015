// The state of a table on screen: what the server sent, what is selected, and which requests are unanswered.

import { isOutdated, isRefused, tableOf } from "./api.ts";
import { applied } from "./changes.ts";
import { Connection, newId, type ConnectionState } from "./connection.ts";
import type {
  Clause,
  CaughtUp,
  Data,
  LoggedEvent,
  PartnerOptions,
  Pointed,
  Suggested,
  Hello,
  Position,
  Proposal,
  React,
  Reacted,
  ChatLine,
  ToClient,
  ToServer,
} from "./protocol.ts";
import { isPartUsed } from "./luck.ts";
import { PROTOCOL } from "./protocol.ts";
import { settings, t } from "./settings.svelte.ts";
import { afterFrame } from "./screen.ts";
import { Acting } from "./stage/acting.svelte.ts";
import type { Scene } from "./stage/board.ts";
import { Director, type Step } from "./stage/director.svelte.ts";
import { playedScene } from "./stage/played.ts";
import { isEqual, reuse } from "./stage/reuse.ts";

/** How long a pointer or a reaction stays on screen, in milliseconds. */
const MOMENT = 2600;

/** How many comments of bots are kept. */
const COMMENTS = 5;

/** At most so many pings of one seat at a time. */
const PINGS = 3;

/** Somebody points at a thing. */
export interface Pointing {
  readonly n: number;
  readonly seat: number;
  readonly name: string;
  readonly thing: string;
}

export interface Notice {
  text: string;
  clause: string;
}

export class Room {
  connectionState = $state<ConnectionState>("opening");
  position = $state.raw<Position | null>(null);
  /** The whole log, as far as this viewer may know it. */
  log = $state.raw<readonly LoggedEvent[]>([]);
  /** The log as far as it was played: the story is not ahead of the scene. */
  readonly story = $derived.by(() => this.log.filter(({ n }) => n < this.director.untold));
  /** The number of the last log line when this viewer last decided. */
  private decidedAt = $state(-1);
  /** What happened since then. */
  readonly recent = $derived(this.log.filter(({ n }) => n > this.decidedAt));
  chat = $state.raw<readonly ChatLine[]>([]);
  unread = $state(0);
  reactions = $state.raw<readonly Reacted[]>([]);
  pointed = $state.raw<readonly Pointing[]>([]);
  /** What others propose to whoever is awaited, or consider themselves. */
  suggestions = $state.raw<readonly Suggested[]>([]);
  /** What the awaited partner may do, once it was asked for. */
  partner = $state.raw<PartnerOptions | null>(null);
  /** What others are carrying, by seat. */
  carried = $state.raw<ReadonlyMap<number, string>>(new Map());

  /** What bots said about their last decisions; beside the story, like the chat. */
  comments = $state.raw<readonly { seat: number; name: string; text: string }[]>([]);
  clause = $state.raw<Clause | null>(null);
  caughtUp = $state.raw<CaughtUp | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Whether this page is older than the server. */
  outdated = $state(false);
  /** When the last position came, for clocks. */
  receivedAt = $state(0);
  /** Why the server closed the connection for good. */
  closedReason = $state<string | null>(null);

  /** Plays what happened, and says what is on screen. */
  readonly director = new Director();
  readonly acting: Acting = new Acting(this);
  /** The position on screen; the latest one may still be waiting to be played. */
  readonly shown = $derived(this.director.shown);
  /** Whether there is no other person at the table. */
  readonly alone = $derived(!this.position?.people.some(({ kind, mine }) => kind === "person" && !mine));
  readonly proposal = $derived<Proposal | null>(this.position?.undo.proposal ?? null);

  /** What the server's next changes follow; it may be older than what is shown. */
  private base: Position | null = null;
  /** Whether the next connection asks for the whole log. */
  private resync = false;
  /** Messages that wait until the last click is on screen. */
  private deferred: ToClient[] | null = null;
  private wantsText = false;
  private carrying = "";
  private pings = 0;
  private readonly connection: Connection;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/socket`, this);
  }

  close(): void {
    this.acting.close();
    this.director.close();
    this.connection.close();
  }

  /** Reconnects under the new name of somebody who has just signed in. */
  reconnect(): void {
    this.resync = true;
    this.connection.reconnect();
  }

  // Actions of the player.

  send(message: ToServer): void {
    this.connection.send(message);
  }

  tell(text: string): void {
    this.notice = { text, clause: "" };
  }

  /** Shows that the click was taken before the answer, which may come before the next frame and take longer to draw. */
  acted(): void {
    this.decidedAt = this.log.at(-1)?.n ?? -1;
    this.clause = null;
    this.director.forgetMissed();
    this.deferred ??= [];
    afterFrame(() => {
      const heard = this.deferred ?? [];
      this.deferred = null;
      for (const message of heard) this.take(message);
    });
  }

  undo(): void {
    if (this.position) this.connection.send({ is: "undo", id: newId(), seq: this.position.seq });
  }

  answer(proposal: Proposal, agree: boolean): void {
    this.connection.send({ is: "answer", id: newId(), proposal: proposal.number, agree });
  }

  /** Votes to pause the countdown, or withdraws the vote. */
  pause(paused: boolean): void {
    this.connection.send({ is: "pause", id: newId(), paused });
  }

  sendChat(text: string): void {
    this.connection.send({ is: "chat", id: newId(), text });
  }

  react(reaction: React["reaction"]): void {
    this.connection.send({ is: "react", reaction });
  }

  point(thing: string): void {
    this.connection.send({ is: "point", thing });
  }

  private showPing({ seat, thing }: Pointed): void {
    const from = seat ?? -1;
    if (this.pointed.filter((one) => one.seat === from).length >= PINGS) return;
    const ping = { n: this.pings++, seat: from, thing, name: this.position?.people[from]?.name ?? "" };
    this.pointed = [...this.pointed, ping];
    setTimeout(() => (this.pointed = this.pointed.filter((one) => one !== ping)), MOMENT);
  }

  /** Asks what the awaited partner may do, to propose one of their options. */
  askPartner(): void {
    this.connection.send({ is: "partner", id: newId() });
  }

  /** Proposes an option of the partner, or shares which of one's own is considered; 0 lets go. */
  suggest(seq: number, option: number): void {
    if (!this.alone) this.connection.send({ is: "suggest", seq, option });
  }

  /** Sent only if somebody else might see it. */
  carry(thing: string): void {
    if (thing === this.carrying || this.alone) return;
    this.carrying = thing;
    this.connection.send({ is: "carry", thing });
  }

  askHint(): void {
    this.connection.send({ is: "hint", id: newId() });
  }

  why(action: Data): void {
    this.connection.send({ is: "why", id: newId(), action });
  }

  askCatchUp(): void {
    this.connection.send({ is: "catch_up", id: newId() });
  }

  /** Asks for the text view from now on. */
  wantText(): void {
    if (!this.wantsText) this.connection.send({ is: "want_text" });
    this.wantsText = true;
  }

  viewFrom(seat: number): void {
    this.comments = [];
    this.connection.send({ is: "view_from", seat });
  }

  /** Has the server send everything again in the current language. */
  setLanguage(): void {
    this.comments = [];
    this.connection.send({ is: "set_language", language: settings.language });
  }

  /** What a board draws. */
  scene(): Scene {
    const { director, acting } = this;
    const room = this;
    return playedScene(director, {
      get people() {
        return room.position?.people ?? [];
      },
      get countdown() {
        return room.position?.countdown ?? null;
      },
      get free() {
        return acting.free;
      },
      get options() {
        return acting.options;
      },
      get log() {
        return room.log;
      },
      get touched() {
        return acting.touched;
      },
      get carried() {
        return room.carried;
      },
      get preview() {
        return acting.preview;
      },
      get foreseen() {
        return acting.foreseen;
      },
      get forecast() {
        return acting.forecast;
      },
      get lost() {
        return acting.lost;
      },
      touch: (options) => acting.touch(options),
      act: (option) => acting.act(option),
      plan: (actions) => acting.plan(actions),
      carry: (thing) => room.carry(thing),
      peek: (option) => acting.peek(option),
      why: (action) => room.why(action),
    });
  }

  // Callbacks of the connection.

  hello(): Hello {
    const position = this.resync ? null : this.position;
    const [seq, seat, events_seen] = [position?.seq ?? 0, position?.seat ?? null, position ? this.log.length : 0];
    this.resync = false;
    return { is: "hello", protocol: PROTOCOL, language: settings.language, seat, seq, events_seen, want_text: this.wantsText, changes: true };
  }

  connectionChanged(state: ConnectionState): void {
    // After a restart the server may be a newer version.
    if (state === "open" && this.position) void isOutdated().then((outdated) => (this.outdated = outdated), () => undefined);
    this.connectionState = state;
    if (state === "lost") void this.checkThatItIsThere();
  }

  /** A refused socket gives no reason; an HTTP request does. */
  private async checkThatItIsThere(): Promise<void> {
    try {
      await tableOf(this.id);
    } catch (error) {
      if (!isRefused(error)) return;
      this.closedReason = this.position ? t("table.unseated") : error.message;
      this.close();
    }
  }

  received(message: ToClient): void {
    // Show that the click was taken before drawing the answer, which may come before the next frame and take longer to draw.
    if (this.deferred) this.deferred.push(message);
    else this.take(message);
  }

  private take(message: ToClient): void {
    switch (message.is) {
      case "position":
        return this.follow(message);
      case "changes": {
        const next = applied(this.base, message);
        // A gap: everything once more, and until then nothing.
        if (!next && this.base) this.connection.send({ is: "resync", events_seen: this.log.length });
        this.base = next;
        if (next) this.follow(next);
        return;
      }
      case "done":
        if (this.position && this.position.seq >= message.seq) this.acting.done(message.id);
        return;
      case "refused":
        if (this.acting.refused(message.id)) this.notice = message;
        return;
      case "chat_line":
        if (this.chat.some(({ number }) => number === message.number)) return;
        this.chat = [...this.chat, message];
        this.unread += 1;
        return;
      case "reacted":
        this.reactions = [...this.reactions, message];
        setTimeout(() => (this.reactions = this.reactions.filter((one) => one !== message)), MOMENT);
        return;
      case "pointed":
        return this.showPing(message);
      case "partner_options":
        this.partner = message;
        return;
      case "suggested":
        if (message.seat === this.position?.seat) return;
        this.suggestions = [...this.suggestions.filter(({ seat }) => seat !== message.seat), ...(message.option > 0 ? [message] : [])];
        return;
      case "explained":
        if (!settings.comments) return;
        this.comments = [...this.comments.slice(1 - COMMENTS), { seat: message.seat, name: this.position?.people[message.seat]?.name ?? "", text: message.text }];
        return;
      case "carried":
        if (message.seat === null || message.seat === this.position?.seat) return;
        this.carried = new Map(this.carried).set(message.seat, message.thing);
        return;
      case "hinted":
        this.acting.hint = message;
        return;
      case "previewed":
        return this.acting.previewed(message);
      case "forecasted":
        return this.acting.forecasted(message);
      case "clause":
        this.clause = message;
        return;
      case "caught_up":
        this.caughtUp = message;
        return;
      case "farewell":
        if (!message.reconnect) this.closedReason = message.text;
        return;
    }
  }

  private follow(next: Position): void {
    this.base = next;
    // The number belongs to the connection: without it, an equal position is the same one.
    this.show({ ...next, number: 0 });
  }

  private show(fresh: Position): void {
    const before = this.position;
    if (before && fresh.seq < before.seq) return;
    const position = reuse(before, fresh);
    const last = this.log.at(-1)?.n ?? -1;
    const taken = this.log.filter(({ n }) => n >= position.first);
    const undone = taken.some((event) => !position.events.some(({ n, data }) => n === event.n && isEqual(data, event.data)));
    const events = position.events.filter(({ n }) => undone || n > last);
    this.log = [...this.log.filter(({ n }) => n < position.first), ...position.events];
    this.position = position;
    this.receivedAt = performance.now();
    this.stage(before, position, events, undone);
    if (position.seq !== before?.seq) {
      this.acting.decided(before, position);
      if (position.choice !== before?.choice) this.clause = null;
    }
    if (isPartUsed(position.commitment, position.luck) === false || (before && before.commitment !== position.commitment)) this.tell(t("luck.missing"));
    if (before && before.seat !== null && position.seat === null) this.notice = { text: t("table.unseated"), clause: "" };
  }

  /** Hands a position to the director. */
  private stage(before: Position | null, position: Position, events: Step["events"], undone: boolean): void {
    const own = this.acting.isOwn(position.seq);
    if (before && position.seq === before.seq) {
      if (position.seat === before.seat) this.director.refresh(position);
      else this.director.reset({ shown: position, events: [] });
      return;
    }
    this.director.add(
      { shown: position, events },
      { own, decisions: position.seq - (before?.seq ?? position.seq - 1), undoneFrom: undone ? position.first : null, left: timeLeftOf(position) },
    );
  }
}

/** The time that runs for this viewer, in milliseconds: their own clock, or a rule's countdown. */
function timeLeftOf({ clocks, people, countdown }: Position): number | null {
  const own = clocks.filter(({ seat, running }) => running && people.some((one) => one.mine && one.seat === seat)).map(({ seconds }) => seconds);
  const all = [...own, ...(countdown && !countdown.paused ? [countdown.seconds] : [])];
  return all.length > 0 ? Math.min(...all) * 1000 : null;
}
