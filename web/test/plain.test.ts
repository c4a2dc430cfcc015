// What the client works out by itself: sentences, addresses, neighbours, equality. Rules are not among it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import client from "locales:client";
import deadcells from "locales:deadcells";
import faceless from "locales:faceless";
import LANGUAGES from "locales:languages";
import lueur from "locales:lueur";
import setawatch from "locales:setawatch";
import type { SeatInfo } from "../src/protocol.ts";
import { seatActions } from "../src/table/seats.ts";
import { designedIn, isOurs, namesIn, oursAmong } from "../src/table/sources.ts";
import { change, listed, render, templateOf } from "../src/messages/catalogue.ts";
import { grouped, seatsOf } from "../src/lobby/gameSettings.ts";
import { isPartUsed, partFor } from "../src/luck.ts";
import { routeOf } from "../src/route.ts";
import { nearest } from "../src/stage/nearest.ts";
import { reuse, isEqual } from "../src/stage/reuse.ts";
import { bestWindow } from "../src/stage/scroll.ts";
import type { SettingInfo } from "../src/protocol.ts";
import type { CostlyDecision } from "../src/protocol.ts";
import { momentsOf } from "../src/replay/chances.ts";
import { brief } from "../src/stage/wording.ts";

/** The tests are bundled elsewhere; they are run from the client's folder. */
const SOURCES = path.join(process.env["EMBERTABLE_WEB"] ?? "", "src");

test("a template is filled with values, and a number takes its noun", () => {
  assert.equal(render("en", "{who} has {n:move|moves}", { who: "Ada", n: 1 }), "Ada has 1 move");
  assert.equal(render("en", "{n:move|moves}", { n: 3 }), "3 moves");
  assert.equal(render("en", "{n:move|moves}", { n: -1 }), "\u22121 move");
  assert.equal(render("fr", "{n:coup|coups}", { n: 0 }), "0 coup");
  assert.equal(render("en", "{unknown}"), "{unknown}");
});

test("a language may have more than two plural forms", () => {
  const years = "{n:one=rok|few=lata|many=lat|other=roku}";
  assert.deepEqual([1, 3, 5, 22, 0].map((n) => render("pl", years, { n })), ["1 rok", "3 lata", "5 lat", "22 lata", "0 lat"]);
});

test("numbers and lists are written as in the language", () => {
  assert.equal(render("en", "{n}", { n: 1234.5 }), "1,234.5");
  assert.equal(render("it", "{n}", { n: 12345.5 }), "12.345,5");
  assert.equal(render("en", "{n}", { n: -2.1 }), "\u22122.1");
  assert.equal(render("it", "{n}", { n: -2.1 }), "\u22122,1");
  assert.deepEqual([-2.14, -3, 0, -0.04, 2].map((n) => change("it", n)), ["\u22122,1", "\u22123", "0", "0", "+2"]);
  assert.equal(listed("it", ["Ada", "Bruno", "Clara"]), "Ada, Bruno e Clara");
});

test("what a language does not say is said in English", () => {
  const catalogues = { en: { a: "one", b: "two" }, fr: { a: "un" } };
  assert.deepEqual((["a", "b"] as const).map((id) => templateOf(catalogues, "fr", id)), ["un", "two"]);
  assert.equal(templateOf(catalogues, "de", "a"), "one");
});

test("the languages are the folders, English first", () => {
  assert.equal(LANGUAGES[0], "en");
  for (const language of LANGUAGES) new Intl.PluralRules(language);
});

test("nothing is translated that nobody says", () => {
  const sourcesIn = (folder: string) =>
    readdirSync(path.join(SOURCES, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".d.ts"))
      .map((name) => readFileSync(path.join(SOURCES, folder, name), "utf8"))
      .join("\n");
  const all = sourcesIn("");
  // Ids that end in a value are put together from it: `home.weight.${…}`.
  const isSaid = (id: string) => all.includes(`"${id}"`) || all.includes(`${id.replace(/\.[^.]*$/, "")}.\${`);
  assert.deepEqual(Object.keys(client.en).filter((id) => !isSaid(id)), []);
  for (const [game, { en }] of Object.entries({ deadcells, faceless, lueur, setawatch })) {
    const own = sourcesIn(path.join("games", game));
    const computed = COMPUTED[game] ?? [];
    const isUsed = (id: string) => new RegExp(`["'\`]${id.replaceAll(".", "\\.")}["'\`]`).test(own) || computed.some((group) => group.test(id));
    assert.deepEqual(Object.keys(en).filter((id) => !isUsed(id)), [], game);
  }
});

/** Ids that boards put together from what the server sends. */
const COMPUTED: Readonly<Record<string, readonly RegExp[]>> = { faceless: [/^(does|warning|end|memory|into|out\.lost)\./, /^ask\.turn\.(Use|Shift)Memory$/], setawatch: [/^(ascending|min_4|min_6|exact_6)$/] };

test("an address means a page, and an unknown one leads nowhere", () => {
  assert.deepEqual(routeOf("/", ""), { page: "home" });
  assert.deepEqual(routeOf("/table/abc", ""), { page: "table", id: "abc" });
  const moment = { page: "replay", id: "abc", at: 12, seat: null };
  assert.deepEqual(routeOf("/record/abc", "?at=12&seat=x"), { ...moment, of: "records" });
  assert.deepEqual(routeOf("/replay/abc", "?at=12"), { ...moment, of: "tables" });
  assert.deepEqual(routeOf("/table/abc/more", ""), { page: "nowhere" });
  assert.deepEqual(routeOf("/cellar", ""), { page: "nowhere" });
});

test("arrows go to the nearest thing in their direction, and what lies aside is farther", () => {
  const centres = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 60, y: 50 },
    { x: 0, y: 100 },
  ];
  const [from] = centres as [{ x: number; y: number }];
  assert.equal(nearest(from, centres, "ArrowRight"), 1);
  assert.equal(nearest(from, centres, "ArrowDown"), 3);
  assert.equal(nearest(from, centres, "ArrowLeft"), -1);
});

test("data is the same whatever the order of its names", () => {
  assert.ok(isEqual({ is: "Move", to: [1, 2] }, { to: [1, 2], is: "Move" }));
  assert.ok(!isEqual({ is: "Move", to: [1, 2] }, { is: "Move", to: [2, 1] }));
  assert.ok(!isEqual({ is: "Move" }, { is: "Move", to: null }));
  assert.ok(!isEqual([1], { 0: 1 }));
});

test("what did not change is the very same object as before", () => {
  const before = { round: 1, players: [{ dice: [1, 2] }, { dice: [3] }], first: null };
  const now = reuse(before, { round: 2, players: [{ dice: [1, 2] }, { dice: [3, 4] }], first: null });
  assert.deepEqual(now, { round: 2, players: [{ dice: [1, 2] }, { dice: [3, 4] }], first: null });
  assert.notEqual(now.players, before.players);
  assert.equal(now.players[0], before.players[0]);
  assert.notEqual(now.players[1], before.players[1]);
  assert.equal(reuse(before, structuredClone(before)), before);
  assert.deepEqual(reuse({ a: 1, b: 2 } as object, { a: 1 }), { a: 1 });
  assert.deepEqual(reuse([1, 2], [1]), [1]);
  assert.deepEqual(reuse({ a: undefined } as object, { b: undefined }), { b: undefined });
});

const setting = (name: string, values: string[], fallback = values[0] ?? "", clause = ""): SettingInfo => ({
  name,
  title: name,
  about: "",
  advice: "",
  default: fallback,
  clause,
  values: values.map((value) => ({ value, name: value, about: "" })),
});

test("as many sit down as the game's setting says, and one plays solo", () => {
  const game = { settings: [setting("players", ["2", "3", "solo"], "3")] };
  assert.equal(seatsOf(game, {}), 3);
  assert.equal(seatsOf(game, { players: "2" }), 2);
  assert.equal(seatsOf(game, { players: "solo" }), 1);
});

test("settings are shown in four groups and none is lost", () => {
  const many = [..."abcdefg"].map((name) => setting(name, ["x", "y", "z"]));
  const rulings = [setting("lich", ["x", "y"], "x", "W-I-17"), setting("stoke", ["on", "off"], "on", "W-FIRE-07")];
  const groups = grouped([...rulings, ...many, setting("fog", ["off", "on"])]);
  assert.deepEqual(groups.switches.map(({ name }) => name), ["fog"]);
  assert.deepEqual(groups.rulings, rulings);
  assert.deepEqual([...groups.first, ...groups.rest].map(({ name }) => name).join(""), "abcdefg");
});

test("a seat offers what its viewer may do about it", () => {
  const chair = (seat: number, more: Partial<SeatInfo> = {}): SeatInfo => ({
    seat,
    kind: "person",
    name: "Ada",
    bot: "",
    connected: true,
    mine: false,
    muted: false,
    ...more,
  });
  const mine = chair(0, { mine: true });
  const seen = (people: SeatInfo[], host: boolean) => ({ seat: 0, people, host, result: null });
  assert.deepEqual(seatActions(mine, seen([mine], false)), ["lend", "stand"]);
  assert.deepEqual(seatActions(chair(1), seen([mine, chair(1)], false)), []);
  assert.deepEqual(seatActions(chair(1), seen([mine, chair(1)], true)), ["mute", "kick"]);
  assert.deepEqual(seatActions(chair(1, { connected: false }), seen([mine], true)), ["lend", "mute", "kick"]);
  assert.deepEqual(seatActions(chair(1, { kind: "open" }), seen([mine], false)), ["sit"]);
  assert.deepEqual(seatActions(chair(1, { kind: "bot", bot: "greedy" }), seen([mine], true)), ["take", "open"]);
  const second = chair(1, { mine: true, bot: "greedy" });
  assert.deepEqual(seatActions(second, seen([mine, second], false)), ["takeback", "look", "stand"]);
});

test("a small screen goes to where most may be touched, and stays where half of it is seen", () => {
  assert.equal(bestWindow([50, 90, 900], 300, 0), 0);
  assert.equal(bestWindow([50, 900], 300, 0), 0);
  assert.equal(bestWindow([50, 900, 1000, 1100], 300, 0), 850);
  assert.equal(bestWindow([20, 40], 300, 500), 0);
  assert.equal(bestWindow([], 300, 120), 120);
});

test("a browser's part in the luck stays the same for one promise, and is looked for in the position", () => {
  const kept = new Map<string, string>();
  const shelf = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) };
  const part = partFor("promise", shelf);
  assert.match(part, /^[0-9a-f]{64}$/);
  assert.equal(partFor("promise", shelf), part);
  assert.notEqual(partFor("another", shelf), part);
  assert.equal(isPartUsed("promise", [{ seat: 0, part }], shelf), true);
  assert.equal(isPartUsed("promise", [{ seat: 0, part: "00" }], shelf), false);
  assert.equal(isPartUsed("unknown", [], shelf), null);
  for (let n = 0; n < 300; n++) partFor(`table ${n}`, shelf);
  assert.equal(isPartUsed("promise", [], shelf), null);
  const refusing = { getItem: () => "{damaged", setItem: () => assert.fail("full") };
  assert.match(partFor("promise", refusing), /^[0-9a-f]{64}$/);
});

test("the rows of a content that are ours are known by their source, those inside a row by its own", () => {
  const content = {
    items: [{ id: "hook", source: "designed" }, { id: "horn", source: "public" }, { id: "lamp" }],
    adventurers: [{ id: "witch", source: "rulebook", abilities: [{ id: "hex" }, { id: "errand", source: "designed" }] }, { id: "heretic", source: "designed", abilities: [{ id: "whisper" }] }],
  };
  assert.deepEqual([...designedIn(content)].sort(), ["errand", "heretic", "hook", "whisper"]);
});

test("a card of ours is known by its name, in whole words and not inside a longer one", () => {
  const component = (name: string, source: string) => ({ kind: "card", name, text: "", source });
  const components = [component("Bear", "public"), component("Bone Bear", "designed"), component("Wolf", "designed"), component("Wolf", "public")];
  const ours = oursAmong({ game: "setawatch", origins: {}, components });
  assert.deepEqual(ours, ["Bone Bear"], "a name that is printed too is not marked");
  assert.ok(isOurs("Bone Bear 7, in position 1", ours));
  assert.ok(!isOurs("Bear 5", ours));
  assert.ok(!isOurs(`Bear 5: ${"a rule ".repeat(12)} Bone Bear`, ours), "its rule may name another card");
  assert.deepEqual(namesIn("The Bone Bear and the Bonefish", ["Bone", "Bone Bear"]), ["Bone Bear"]);
  assert.equal(routeOf("/sources/lueur", "").page, "sources");
});

test("moments are the turning points, with what was better only where the chance fell, then costly decisions elsewhere", () => {
  const points = [0.4, 0.4, 0.6, 0.6, 0.3, 0.3].map((chance, i) => ({ number: 10 * i, chance }));
  const costly = (number: number): CostlyDecision => ({ number, seat: 0, who: "", text: "", played: "", better: "", why: "", chance: 0.1, better_chance: 0.5 });
  const found = momentsOf(points, [costly(15), costly(35), costly(44)]);
  assert.deepEqual(
    found.map(({ since, number, costly }) => [since, number, costly?.number ?? null]),
    [
      [10, 20, null],
      [30, 40, 35],
      [43, 44, 44],
    ],
  );
});

test("a long sentence loses its brackets where there is little room", () => {
  assert.equal(brief("Lay Brace (I: 1 Shield for itself; III: 1 Damage on space 1), announcing Block in Round I"), "Lay Brace, announcing Block in Round I");
  assert.equal(brief("Go to space a1 (an Encounter)"), "Go to space a1 (an Encounter)");
});
