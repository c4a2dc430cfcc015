// What the stage shows of Dead Cells around its board.

import type { Data, Option } from "../../protocol.ts";
import type { Board, MainButton, Staging, Wording } from "../../stage/board.ts";
import { phone } from "../../screen.ts";
import { fitting, PHONE_ROOM } from "../../stage/wording.ts";
import { beats } from "./beats.ts";
import { Components, DECKS, lineOf } from "./content.ts";
import { goodOf, priceOf } from "./offers.ts";
import { placeName, t, type MessageId } from "./messages.ts";
import { runOf } from "./runs.ts";
import type { DeadCellsAhead, DeadCellsView } from "./view.ts";

const found = new WeakMap<object, Components>();
function components({ content }: Board<DeadCellsView>): Components {
  const known = found.get(content) ?? new Components(content);
  found.set(content, known);
  return known;
}

type Told = Board<DeadCellsView>;

/** A space or an exit as the map names it: "Elite d1", "Toxic Sewers". */
function placeOf(board: Told, id: string): string {
  const biome = components(board).biomes.get(board.view.biome);
  const space = biome?.spaces.find((one) => one.id === id);
  return space ? `${placeName(space.shape)} ${id}` : board.name("biome", biome?.exits.find((one) => one.id === id)?.to ?? id);
}

/** What the server says of the card by itself: whom it hits in all its Rounds, and what is left. */
function alone(board: Told, ahead: DeadCellsAhead | null, action: Data): string {
  const hits = ahead?.cards.find(({ card, character }) => card === action.card && character === action.character)?.hits ?? [];
  const parts = [...new Set(hits.map(({ space }) => space))].map((space) => {
    const those = hits.filter((hit) => hit.space === space);
    const { card = "", health = 0, damage = 0 } = those[0] ?? {};
    const who = board.view.enemies.some((enemy) => enemy.boss && enemy.card === card) ? board.name("biome", card) : board.name("card", card);
    if (those.every((hit) => hit.damage === 0)) return t("hisShield", { who });
    return those.some(({ dies }) => dies) ? t("wouldDie", { who }) : t("wouldHave", { who, from: health + damage, to: those.at(-1)?.health ?? 0 });
  });
  return parts.length > 0 ? t("byItself", { hits: parts.join(", ") }) : t("hitsNobody");
}

/** Whether somebody besides bots hears what is announced. */
const hears = (board: Told) => board.people.some(({ seat, kind }) => seat !== board.seat && kind !== "bot");

/** What may be told the others of a card when it is played: an option for each of its lines. */
const tellings = (board: Told, { card, character }: Data) => board.options.filter(({ action }) => action.is === "LayCard" && action.card === card && action.character === character);

/** A person by name; somebody who plays several Beheaded is called by each of them. */
function whoOf(board: Told, one: number): string {
  const character = board.view.characters[one];
  if (!character) return "";
  const person = board.people.find(({ seat }) => seat === character.seat)?.name ?? "";
  const namesakes = board.people.filter(({ name }) => name === person).length;
  return namesakes > 1 || !person ? board.name("beheaded", character.beheaded) : person;
}

/** Whether it is about whoever reads this, who plays nobody else. */
const isReader = (board: Told, one: number) => {
  const character = board.view.characters[one];
  return character !== undefined && character.seat === board.seat && whoOf(board, one) !== board.name("beheaded", character.beheaded);
};

/** An enemy as it stands in a sentence; namesakes are told apart by their spaces. */
function foeOf(board: Told, space: number): string {
  const enemy = board.view.enemies.find((one) => one.space === space);
  if (!enemy) return "";
  const who = board.name("foe", enemy.boss ? board.view.boss : enemy.card);
  return board.view.enemies.filter(({ card }) => board.name("foe", card) === who).length > 1 ? t("foeOn", { who, n: space }) : who;
}

const upper = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** What would happen, as far as it fits; that a Round begins is seen. */
function foretold({ foreseen }: Told): string {
  const plain = new Set(foreseen?.events.flatMap(({ data, text }) => (data.is === "RoundBegan" ? [text] : [])));
  return fitting(foreseen?.text.filter((sentence) => !plain.has(sentence)) ?? [], phone.current ? PHONE_ROOM : undefined);
}

/** Options about one of the Group, said of the person. */
const ABOUT: Readonly<Record<string, readonly [ask: MessageId, button: MessageId]>> = {
  PickVictim: ["takesAsk", "takes"],
  TakeInstead: ["insteadAsk", "instead"],
  Feed: ["eatsAsk", "eats"],
  Heal: ["healsAsk", "heals"],
  HelpOne: ["getsAsk", "gets"],
  GiveEquipment: ["giveAsk", "give"],
  GiveToken: ["startsAsk", "starts1"],
};

/** What somebody would carry: there is room for it, or something else has to go. */
function giving(board: Told, { character, card }: Data): string {
  const { equipment, slots } = board.view.characters[Number(character)] ?? { equipment: [], slots: 0 };
  const text = board.name("text", String(card));
  return equipment.length < slots ? t("giveFree", { text }) : t("giveFull", { carried: equipment.map((one) => board.name("card", one)).join(", "), text });
}

/** One death ends the Run: such an option says so, and asks once more. */
function words(board: Told, option: Option): Wording | null {
  const said = wordsOf(board, option);
  const { foreseen } = board;
  if (foreseen?.option !== option.n || !foreseen.events.some(({ data }) => data.is === "CharacterDied")) return said;
  return { question: said?.question || asks(board) || (board.choice ? option.text : ""), button: said?.button ?? option.text, line: fitting(foreseen.text), lost: true };
}

function wordsOf(board: Told, { action, text }: Option): Wording | null {
  const ahead = (board.forecast?.data ?? null) as DeadCellsAhead | null;
  if (action.is === "LayCard") {
    const card = board.name("card", String(action.card));
    const told = t("toldIn", { action: board.name("announced", String(action.action)), round: board.name("rounds", Number(action.round)) });
    const mates = !hears(board) ? "" : tellings(board, action).length > 1 && phone.current ? t("tellWhat") : t("youTell", { told });
    return { question: t("playAsk", { card }), line: [mates, t("allLinesAct"), ahead ? alone(board, ahead, action) : ""].filter(Boolean).join(" "), button: t("playCard", { card }) };
  }
  if (action.is === "TakeCorridor") {
    const place = placeOf(board, String(action.space));
    const lost = ahead?.corridors.find(({ number }) => number === action.number)?.given_up ?? [];
    const some = lost.slice(0, 4).map((id) => placeOf(board, id));
    const corridor = components(board).biomes.get(board.view.biome)?.corridors[Number(action.number)];
    const check = corridor?.check ? t("checkFirst", { colours: corridor.check.map((colour) => board.name("colour", colour)).join(", ") }) : "";
    const pain = corridor?.fail?.find(({ op }) => op === "damage");
    const costs = pain ? t("checkCosts", { n: Number(pain.n) }) : "";
    const given = lost.length === 0 ? "" : t("giveUp", { places: lost.length > some.length ? `${some.join(", ")} ${t("andMore", { n: lost.length - some.length })}` : some.join(", ") });
    return { question: t("takeWay", { place }), line: [check, costs, t("noWayBack"), given].filter(Boolean).join(" "), button: t("goTo", { place }) };
  }
  if (action.is === "UseWeapon" || action.is === "UseItem") {
    const card = board.name("card", String(action.card));
    return { question: t("useAsk", { card }), line: board.name("text", String(action.card)), button: t("useThing", { card }) };
  }
  if (action.is === "PerformLine") {
    const { card = "" } = board.view.characters[Number(action.character)]?.active[Number(action.number)] ?? {};
    const printed = components(board).cards.get(card);
    const bare = printed !== undefined && lineOf(printed, board.view.round).length === 0;
    return { question: t("asCardAsk", { card: board.name("card", card) }), line: bare ? "" : printed ? board.name("does", `${card} ${board.view.round}`) : foretold(board), button: t(bare ? "asCardNothing" : "asCard") };
  }
  if (action.is === "BuyUpgrade" || action.is === "ThrowIntoWell") {
    const { constants } = components(board).sections;
    const { cells, board: kept } = board.view;
    const deck = String(action.deck ?? "");
    const n = action.is === "BuyUpgrade" ? (kept.prices[DECKS.findIndex((one) => one === deck)] ?? 0) : constants.well_price;
    const said = { deck: board.name("deck", deck), n, from: cells, to: cells - n };
    return action.is === "BuyUpgrade" ? { question: t("buyAsk", said), line: t("buyLine", said), button: t("buyCard", said), over: true } : { question: t("wellAsk", said), line: t("wellLine", said), button: t("buyCard", said), over: true };
  }
  if (action.is === "StopSpending") {
    const { cells } = board.view;
    const wasted = board.choice?.is === "ChooseSpending" && cells > 0;
    return { question: t("stopAsk"), line: wasted ? t("stopLine", { n: cells }) : "", button: wasted ? t("stopWaste", { n: cells }) : t("stop"), over: true };
  }
  if (action.is === "AimAt") {
    const who = foeOf(board, Number(action.space));
    return { question: t("aimAsk", { who }), line: foretold(board), button: t("aim", { who }) };
  }
  if (action.is === "Equip" || action.is === "DropNew") return { question: asks(board), line: foretold(board), button: t(action.is === "Equip" ? "equipIt" : "dropIt") };
  // What it brings is said above, and lies lit on the board.
  if (action.is === "TakeScroll") return { question: asks(board) || text, line: foretold(board), button: plain(text) };
  const about = ABOUT[action.is];
  if (about) {
    const said = { who: whoOf(board, Number(action.character)), card: board.name("card", String(action.card ?? "")) };
    const { op, n, flag: unblockable } = (board.choice?.effect ?? {}) as { op?: string; n?: unknown; flag?: boolean };
    const { shields = 0, golden = 0 } = ((action.is === "PickVictim" && op === "damage") || action.is === "TakeInstead" ? board.view.characters[Number(action.character)] : undefined) ?? {};
    // Whether Shields are used is asked after this.
    if (shields + golden > 0 && !unblockable) return { question: t(about[0], said), line: t("hasShields", { who: said.who, n: shields + golden }), button: t(about[1], said) };
    // Where another is asked first, what comes is not foreseen yet.
    const open = action.is === "PickVictim" && op === "damage" && typeof n === "number" && n > 0 && !board.foreseen?.events.some(({ data }) => data.is === "DamageTaken");
    const { health = 0 } = board.view.characters[Number(action.character)] ?? {};
    const will = open ? [t("willTake", { who: said.who, n }), health <= n ? t("mayDie", said) : ""].filter(Boolean).join(" ") : "";
    const line = action.is === "GiveToken" ? t("firstLeads") : action.is === "GiveEquipment" ? giving(board, action) : will || foretold(board);
    return { question: t(about[0], said), line, button: t(about[1], said) };
  }
  return null;
}

/** Questions about a card that lies there with its text. */
const SHORT: Readonly<Record<string, MessageId>> = {
  ChooseOwner: "whoGets",
  ChooseBearer: "whoGets",
  ChooseNewOwner: "whoPlays",
  ChooseReplaced: "noSlot",
  ChooseMutation: "useAsk",
  ChooseFirst: "whoStarts",
  ChooseScroll: "whoScroll",
};

/** Questions about one of the Group: to whoever reads this, and of somebody else. */
const OF_ONE: Readonly<Record<string, readonly [you: MessageId, other: MessageId]>> = {
  ChooseCard: ["chooseCardYou", "chooseCard"],
  ChooseBlock: ["damageAskYou", "damageAsk"],
  ChooseSkill: ["skillAskYou", "skillAsk"],
  ChooseLine: ["lineAskYou", "lineAsk"],
  ChooseLoot: ["lootAskYou", "lootAsk"],
  ChooseRoom: ["roomForYou", "roomFor"],
  ChooseEnemy: ["enemyAskYou", "enemyAsk"],
};

/** Questions that say more than the rules can: who strikes, and nothing about announcing where only bots listen. */
function asks(board: Told): string {
  const { choice } = board;
  const ofOne = choice && OF_ONE[choice.is];
  if (ofOne && typeof choice.character === "number") {
    const one = choice.character;
    if (choice.is === "ChooseCard" && hears(board)) return isReader(board, one) ? t("tellCardYou") : t("tellCard", { who: whoOf(board, one) });
    // Who leads a Group of two plays two.
    if (choice.is === "ChooseCard" && (board.view.characters[one]?.active.length ?? 0) > 0) return t(isReader(board, one) ? "secondCardYou" : "secondCard", { who: whoOf(board, one) });
    return t(ofOne[isReader(board, one) ? 0 : 1], { who: whoOf(board, one), n: Number(choice.n), round: board.name("rounds", Math.max(0, board.view.round)), card: board.name("card", String(choice.card ?? "")) });
  }
  const short = choice && SHORT[choice.is];
  if (short) return t(short, { card: board.name("card", String(choice.card)), who: typeof choice.character === "number" ? whoOf(board, choice.character) : "" });
  const effect = (choice?.effect ?? {}) as { op?: string; n?: unknown; to?: unknown; word?: string };
  const { n } = effect;
  if (choice?.is !== "ChooseVictim" || typeof n !== "number" || n < 1) return "";
  if (effect.op === "state") return t("whoGetsState", { n, state: board.name("state", effect.word ?? "") });
  if (effect.op !== "damage") return "";
  const struck = board.news.findLast(({ data }) => ["EnemyActed", "LinePerformed", "EnemyDied"].includes(data.is))?.data;
  // The blow was told before the first of two was chosen.
  if (struck?.is !== "EnemyActed") return t(effect.to === "two" && board.options.length < board.view.characters.length ? "whoElse" : "whoTakesIt", { n });
  return t(effect.to === "two" ? "whoFirst" : "whoTakes", { who: upper(board.name("foe", String(struck.card))), n });
}

/** Why something is asked, where a newcomer cannot know it. */
function explains(board: Told): string {
  const { runes, history } = board.view.board;
  switch (board.choice?.is) {
    // Whoever begins a campaign learns its goal where the first Run begins.
    case "ChooseBeheaded":
      return history.length === 0 ? t("campaignGoal") : "";
    case "ChooseFirst":
      return t("firstLeads");
    // What the card is lies nowhere on a phone.
    case "ChooseBearer":
    case "ChooseNewOwner":
      return board.name("text", String(board.choice.card));
    // Whoever did not choose who is hit has not been told whose blow it is.
    case "ChooseBlock": {
      const struck = board.news.findLast(({ data }) => ["EnemyActed", "EnemyDied"].includes(data.is))?.data;
      return struck?.is === "EnemyActed" ? t("itStrikes", { who: upper(board.name("foe", String(struck.card))) }) : "";
    }
    case "ChooseTile": {
      const rune = components(board).sections.rune.find(({ id, hook }) => runes.includes(id) && hook?.do.some(({ op }) => op === "reveal_tiles"));
      return rune ? t("runeShows", { rune: board.name("rune", rune.id) }) : "";
    }
    default:
      return "";
  }
}

/** Few options are buttons, in few words. */
const FEW = 3;
/** A Scroll, a track and what it brings lie there in words: the button names the two. */
const plain = (text: string) => text.replace(/ \([^()]*\)$/, "");
function buttons(board: Told): MainButton[] {
  // Where much is for sale, leaving is the one thing that lies on no ware.
  if (board.options.length > FEW) return board.options.filter(({ action }) => action.is === "LeaveShop").map((option) => ({ option, key: String(option.n) }));
  const price = ({ deck }: Data) => board.view.board.prices[DECKS.findIndex((one) => one === deck)] ?? 0;
  const market = { board, components: components(board) };
  return board.options.map((option) => {
    const { action } = option;
    // Two decks of the same price are told apart.
    const deal = action.is === "Buy" ? t("buyGood", { item: goodOf(market, Number(action.number)), n: priceOf(market, Number(action.number)) }) : action.is === "BuyUpgrade" ? t("buyDeck", { deck: board.name("deck", String(action.deck)), n: price(action) }) : action.is === "ThrowIntoWell" ? t("buyWell", { n: components(board).sections.constants.well_price }) : "";
    return { option, text: deal || (words(board, option)?.button ?? option.text), key: String(option.n) };
  });
}

export const staging: Staging<DeadCellsView> = {
  beats,
  bleeds: true,
  asks,
  explains,
  words,
  buttons,
  head: (board) => {
    const { boss, biome, fighting, round } = board.view;
    const place = boss || biome;
    return { place: place ? board.name("biome", place) : "", clock: !fighting || (round < 0 && phone.current) ? "" : round < 0 ? t("cardsFirst") : t("round", { round: board.name("rounds", round) }) };
  },
  ending: (board) => {
    const { history, won } = board.view.board;
    const { beat, where } = runOf(history.at(-1) ?? "");
    const place = where ? board.name("biome", where) : "";
    const ended = beat || !place ? "" : t(components(board).bosses.has(where) ? "endBefore" : "endIn", { where: place });
    return { title: won ? t("endWon") : beat ? t("endBeat", { where: place }) : t("endDied"), line: [ended, won ? t("endWonLine", { n: history.length }) : t("endStays")].filter(Boolean).join(" ") };
  },
  panorama: () => import("./Panorama.svelte"),
  // On a phone a card has no room for what may be told of each line: whoever touches it chooses that below.
  plans: (board, { action }) => {
    if (!phone.current || action.is !== "LayCard" || !hears(board)) return [];
    const told = tellings(board, action);
    return told.length < 2 ? [] : told.map(({ action }) => ({ text: t("toldIn", { action: board.name("announced", String(action.action)), round: board.name("rounds", Number(action.round)) }), actions: [action] }));
  },
  person: (board, seat) => {
    const one = board.view.characters.findIndex((character) => character.seat === seat);
    const character = board.view.characters[one];
    if (!character?.beheaded) return {};
    const line = character.max_health > 0 ? t("healthOf", { n: character.health, of: character.max_health }) : "";
    return { role: board.name("beheaded", character.beheaded), line, first: one === board.view.first };
  },
};
