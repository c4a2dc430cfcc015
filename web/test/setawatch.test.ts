// The board of Set a Watch: which things an option lies on, where to look, what has been spent, and how creatures of packs are drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beats, spentNow } from "../src/games/setawatch/beats.ts";
import { FIGURES } from "../src/games/setawatch/cast.ts";
import { typicalOf } from "../src/games/setawatch/content.ts";
import { askedScene, byThing, phaseScene, spreadThings, thingsOf, VERB } from "../src/games/setawatch/targets.ts";
import type { WatchView } from "../src/games/setawatch/view.ts";
import type { Data, Option } from "../src/protocol.ts";
import type { Around } from "../src/stage/beats.ts";

const die = (id: number, value: number, state = "unspent") => ({ is: "DieView", id, value, sides: 6, state });
const adventurer = (number: number, dice: object[], more = {}) => ({ number, dice, tamed: [], trophies: [], ...more });

/** As much of a view as the plain functions look at. */
function scene(dice: object[][], more = {}): WatchView {
  const adventurers = dice.map((own, number) => adventurer(number, own));
  return { adventurers, line: [], picked_dice: [], resting: -1, ...more } as unknown as WatchView;
}

const option = (action: Data, n = 1): Option => ({ n, seat: 0, action, text: "", clause: "", detail: "" });

test("an attack lies on the die and on the creature, and what has no thing is a verb", () => {
  const view = scene([[die(0, 4)]]);
  const attack = option({ is: "PutDie", die: 0, place: 2 });
  const stop = option({ is: "GiveUp" }, 2);
  const things = byThing([attack, stop], view);
  assert.deepEqual(things.get("die-0"), [attack]);
  assert.deepEqual(things.get("line-2"), [attack]);
  assert.deepEqual(things.get(VERB), [stop]);
});

test("of dice that show the same any may be touched, but none that is picked or spent", () => {
  const view = scene([[die(0, 4), die(1, 4), die(2, 4, "spent")], [die(3, 4)]]);
  const attack = option({ is: "PutDie", die: 0, place: 1 });
  assert.deepEqual(byThing([attack], view).get("die-1"), [attack]);
  assert.equal(byThing([attack], view).has("die-2"), false);
  assert.equal(byThing([attack], view).has("die-3"), false);
  assert.equal(byThing([attack], { ...view, picked_dice: [1] }).has("die-1"), false);
});

test("a card is touched where it lies", () => {
  const line = [{ place: 1, card: "bear-1", mount: "" }, { place: 2, card: "rider", mount: "wolf-1" }, { place: 3, card: "", mount: "" }];
  const view = { ...scene([[]]), line, adventurers: [adventurer(0, [], { tamed: ["eagle-1"], trophies: ["bandit-1"] })] } as unknown as WatchView;
  const taken = (card: string) => thingsOf({ is: "TakeCard", card }, view)[0];
  assert.equal(taken("bear-1"), "line-1");
  assert.equal(taken("wolf-1"), "line-2");
  assert.equal(taken("#3"), "line-3");
  assert.equal(taken("#0"), "card-#0");
  assert.equal(taken("eagle-1"), "tamed-eagle-1");
  assert.equal(taken("bandit-1"), "trophy-bandit-1");
  assert.equal(taken("lich"), "card-lich");
});

test("a suggestion lies where the deed itself would", () => {
  assert.deepEqual(thingsOf({ is: "Suggest", player: 0, what: { is: "Rest", adventurer: 2 } }, scene([])), ["adventurer-2"]);
});

test("runes are cast from the dice of whoever rests", () => {
  const view = scene([[die(0, 3), die(1, 3), die(2, 5)], [die(3, 3)]], { resting: 0 });
  assert.deepEqual(thingsOf({ is: "CastRunes", value: 3, first: "seal", second: "bolster", third: "" }, view), ["rune-seal", "die-0", "die-1"]);
});

test("one looks where something may be done, and else where the phase is", () => {
  const view = scene([[die(0, 4)]]);
  assert.equal(askedScene([option({ is: "PlaceDie", die: 0, action: "heal" })], view), "camp");
  assert.equal(askedScene([option({ is: "BuyItem", pile: 1, adventurer: 0 })], view), "merchant");
  assert.equal(askedScene([option({ is: "PutDie", die: 0, place: 1 })], view), "watch");
  assert.equal(askedScene([option({ is: "Rest", adventurer: 1 })], view), null);
  assert.equal(phaseScene("merchant"), "merchant");
  assert.equal(phaseScene("end"), "watch");
});

test("what no part of the board shows is spread out", () => {
  const view = scene([[]]);
  const options = [option({ is: "KeepLocation", location: "dark_woods" }), option({ is: "Rest", adventurer: 0 }, 2), option({ is: "PutUnder", card: "lich" }, 3)];
  assert.deepEqual(spreadThings(byThing(options, view)), ["location-dark_woods", "card-lich", "deck-bottom"]);
});

test("a die flies when it leaves the hand", () => {
  const before = scene([[die(0, 4), die(1, 5)], [die(3, 6)]]);
  const after = scene([[die(0, 4, "spent"), die(1, 5)], [die(3, 6, "spent")]]);
  assert.deepEqual(spentNow(before, after, 0), [0]);
});

test("a card of a pack looks like its type, whatever the type", () => {
  assert.equal(typicalOf("Dragon"), "wyvern");
  assert.notEqual(typicalOf("Dragon"), typicalOf("Undead"));
  for (const type of ["Dragon", "Undead", "Unhallowed", "Of No Type"]) assert.ok(typicalOf(type) in FIGURES);
});

test("the Line is there as soon as it is dealt, and whoever stands behind the fallen moves up", () => {
  const content = { creatures: [{ id: "bear", type: "Forest Creature", damage: 1, healths: [4, 5] }], acolytes: [], summons: [], unhallowed: [], locations: [], items: [], adventurers: [] };
  const view = scene([[]], { horde: ["lich"] });
  const around = { content, before: view, after: view, events: [], index: 0 } as unknown as Around<WatchView>;
  const play = (shown: WatchView, event: Data) => beats[event.is]?.(event, around).change?.(shown) as WatchView;
  const dealt = play(view, { is: "LineDealt", n: 3 });
  assert.deepEqual(dealt.line.map(({ place, card, up }) => ({ place, card, up })), [1, 2, 3].map((place) => ({ place, card: "", up: false })));
  const revealed = play(dealt, { is: "CardRevealed", card: "bear-2", place: 1 });
  assert.deepEqual(revealed.line.map(({ card, health }) => [card, health]), [["bear-2", 5], ["", 0], ["", 0]]);
  const moved = play(revealed, { is: "CardMoved", card: "bear-2", place: 3 });
  assert.deepEqual(moved.line.map(({ place, card }) => [place, card]), [[1, ""], [2, ""], [3, "bear-2"]]);
  const fallen = play(revealed, { is: "CreatureDefeated", card: "bear-2" });
  assert.deepEqual(fallen.line.map(({ place }) => place), [1, 2]);
  const last = play(dealt, { is: "HordeJoined", n: 1 });
  assert.equal(last.line.length, 4);
  assert.deepEqual(last.horde, []);
});
