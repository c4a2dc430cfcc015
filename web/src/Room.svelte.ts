// The state of a table on screen: what the server sent, what is selected, and which requests are unanswered.

import { isOutdated, isRefused, tableOf } from "./api.ts";
import { Connection, newId, type ConnectionState } from "./connection.ts";
import type {
  Clause,
  CaughtUp,
  Data,
  LoggedEvent,
  Hello,
  Hinted,
  Option,
  Position,
  Proposal,
  React,
  Reacted,
  ChatLine,
  ToClient,
} from "./protocol.ts";
import { PROTOCOL } from "./protocol.ts";
import { settings, t } from "./settings.svelte.ts";
import { afterFrame } from "./screen.ts";
import { playSound } from "./sound.ts";
import type { Scene } from "./table/board.ts";
import { reuse } from "./table/reuse.ts";

/** How long a pointer or a reaction stays on screen, in milliseconds. */
const MOMENT = 2600;

/** If an answer takes longer than this, the options are switched off. */
const SOON = 250;

/** How many past positions are kept. */
const KEPT = 200;

export interface Notice {
  text: string;
  clause: string;
}

export class Room {
  connectionState = $state<ConnectionState>("opening");
  position = $state.raw<Position | null>(null);
  /** The whole log, as far as this viewer may know it. */
  log = $state.raw<readonly LoggedEvent[]>([]);
  /** The events between the previous position and this one. */
  news = $state.raw<readonly LoggedEvent[]>([]);
  /** The number of the last log line when this viewer last decided. */
  private decidedAt = $state(-1);
  /** What happened since then. */
  readonly recent = $derived(this.log.filter(({ n }) => n > this.decidedAt));
  chat = $state.raw<readonly ChatLine[]>([]);
  unread = $state(0);
  reactions = $state.raw<readonly Reacted[]>([]);
  pointed = $state.raw<readonly string[]>([]);
  /** What others are carrying, by seat. */
  carried = $state.raw<ReadonlyMap<number, string>>(new Map());

  /** The options of the selected thing; several open a short list. */
  touched = $state.raw<readonly Option[]>([]);
  private peeked = $state.raw<Option | null>(null);
  /** The option on its way to the server: shown as taken at once, and reverted if it is refused. */
  sent = $state.raw<Option | null>(null);
  /** Whether the answer is late. */
  late = $state(false);

  hint = $state.raw<Hinted | null>(null);
  /** The bots' reasons, each by the number of the last log line of its decision. */
  reasons = $state.raw<ReadonlyMap<number, string>>(new Map());
  clause = $state.raw<Clause | null>(null);
  caughtUp = $state.raw<CaughtUp | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Whether this page is older than the server. */
  outdated = $state(false);
  /** When the last position came, for clocks. */
  receivedAt = $state(0);
  /** Why the server closed the connection for good. */
  closedReason = $state<string | null>(null);

  /** The positions seen on this page, oldest first. */
  past = $state.raw<readonly Position[]>([]);
  /** The index of the past position on screen; null for the current one. */
  back = $state<number | null>(null);
  readonly shown = $derived(this.back === null ? this.position : (this.past[this.back] ?? null));

  /**
   * The open options; none while looking at the past or while an answer is late.
   *
   * Options stay lit while an answer is quick, so that the board is drawn once and not twice.
   */
  readonly options = $derived<readonly Option[]>(this.late || this.back !== null || !this.position ? [] : this.position.options);
  readonly preview = $derived(this.sent ?? this.peeked ?? (this.touched.length === 1 ? (this.touched[0] ?? null) : this.hinted));
  /** A hint's option is previewed on the board until something else is selected. */
  private get hinted(): Option | null {
    if (!this.hint || this.touched.length > 0) return null;
    return this.options.find(({ n }) => n === this.hint?.option) ?? null;
  }
  /** Whether there is no other person at the table. */
  readonly alone = $derived(!this.position?.people.some(({ kind, mine }) => kind === "person" && !mine));
  readonly mine = $derived(this.position?.choice != null && this.position.options.length > 0);
  readonly proposal = $derived<Proposal | null>(this.position?.undo.proposal ?? null);

  private sentId = "";
  /** Whether the next connection asks for the whole log. */
  private resync = false;
  /** Messages that wait until the last click is on screen. */
  private deferred: ToClient[] | null = null;
  private lateTimer: ReturnType<typeof setTimeout> | undefined;
  private wantsText = false;
  private carrying = "";
  private readonly connection: Connection;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/socket`, this);
  }

  close(): void {
    clearTimeout(this.lateTimer);
    this.connection.close();
  }

  /** Reconnects under the new name of somebody who has just signed in. */
  reconnect(): void {
    this.resync = true;
    this.connection.reconnect();
  }

  // Actions of the player.

  /** The first touch previews, the second acts; several options open a list. */
  touch(options: readonly Option[]): void {
    const [first] = options;
    if (!first || this.sent) return;
    this.clause = null;
    if (options.length === 1 && this.touched.length === 1 && this.touched[0]?.n === first.n) this.act(first);
    else this.touched = options;
  }

  letGo(): void {
    this.touched = [];
    this.peeked = null;
  }

  peek(option: Option | null): void {
    this.peeked = option;
  }

  act(option: Option): void {
    if (this.sent || !this.position) return;
    this.sent = option;
    this.decidedAt = this.log.at(-1)?.n ?? -1;
    this.sentId = newId();
    this.hint = null;
    this.letGo();
    this.lateTimer = setTimeout(() => (this.late = true), SOON);
    this.deferred ??= [];
    afterFrame(() => {
      const heard = this.deferred ?? [];
      this.deferred = null;
      for (const message of heard) this.take(message);
    });
    playSound("act");
    this.connection.send({ is: "act", id: this.sentId, seq: this.position.seq, action: option.action, seat: option.seat });
  }

  /** Steps through past positions; after the last one, the table is live again. */
  lookBack(by: number): void {
    const last = this.past.length - 1;
    const to = (this.back ?? last) + by;
    if (last > 0) this.back = to >= last ? null : Math.max(to, 0);
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
    this.reasons = new Map();
    this.connection.send({ is: "view_from", seat });
  }

  /** Has the server send everything again in the current language. */
  setLanguage(): void {
    this.reasons = new Map();
    this.connection.send({ is: "set_language", language: settings.language });
  }

  /** What a board draws. */
  scene(): Scene {
    const room = this;
    return {
      get view() {
        return room.shown?.view;
      },
      get seat() {
        return room.shown?.seat ?? null;
      },
      get people() {
        return room.shown?.people ?? [];
      },
      get awaited() {
        return room.shown?.awaited ?? [];
      },
      get choice() {
        return room.shown?.choice?.data ?? null;
      },
      get result() {
        return room.shown?.result ?? null;
      },
      get countdown() {
        return room.shown?.countdown ?? null;
      },
      get options() {
        return room.options;
      },
      get news() {
        return room.back === null ? room.news : [];
      },
      get touched() {
        return room.touched;
      },
      get carried() {
        return room.carried;
      },
      get preview() {
        return room.preview;
      },
      touch: (options) => room.touch(options),
      act: (option) => room.act(option),
      carry: (thing) => room.carry(thing),
      peek: (option) => room.peek(option),
      why: (action) => room.why(action),
    };
  }

  // Callbacks of the connection.

  hello(): Hello {
    const position = this.resync ? null : this.position;
    const [seq, seat, events_seen] = [position?.seq ?? 0, position?.seat ?? null, position ? this.log.length : 0];
    this.resync = false;
    return { is: "hello", protocol: PROTOCOL, language: settings.language, seat, seq, events_seen, want_text: this.wantsText };
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
        return this.show(message);
      case "done":
        if (message.id === this.sentId && this.position && this.position.seq >= message.seq) this.answered();
        return;
      case "refused":
        if (message.id === this.sentId) this.answered();
        this.notice = message;
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
        this.pointed = [...this.pointed, message.thing];
        setTimeout(() => (this.pointed = this.pointed.slice(1)), MOMENT);
        return;
      case "explained":
        this.reasons = new Map(this.reasons).set(
          this.log.at(-1)?.n ?? -1,
          `${this.position?.people[message.seat]?.name ?? ""}: ${message.text}`,
        );
        return;
      case "carried":
        if (message.seat === null || message.seat === this.position?.seat) return;
        this.carried = new Map(this.carried).set(message.seat, message.thing);
        return;
      case "hinted":
        this.hint = message;
        return;
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

  private answered(): void {
    clearTimeout(this.lateTimer);
    this.sent = null;
    this.late = false;
  }

  private show(fresh: Position): void {
    const before = this.position;
    if (before && fresh.seq < before.seq) return;
    const position = reuse(before, fresh);
    const kept = this.log.filter(({ n }) => n < position.first);
    const last = this.log.at(-1)?.n ?? -1;
    this.news = before ? position.events.filter(({ n }) => n > last) : [];
    this.log = [...kept, ...position.events];
    this.position = position;
    this.receivedAt = performance.now();
    this.past = [...this.past.filter(({ seq }) => seq !== position.seq), position].slice(-KEPT);
    if (position.seq !== before?.seq) {
      this.answered();
      // Keep the selection while others play, as long as the same options are open.
      if (position.choice !== before?.choice || position.options !== before?.options) {
        this.hint = null;
        this.clause = null;
        this.letGo();
      }
    }
    if (before && this.mine && !before.choice) playSound("turn");
    else if (this.news.length > 0) playSound("news");
    if (before && before.seat !== null && position.seat === null) this.notice = { text: t("table.unseated"), clause: "" };
  }
}
