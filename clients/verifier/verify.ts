/**
 * Check a match of Parlour that is over: was it dealt as promised, and told as it was played?
 *
 *     node verify.ts REPLAY.json [FAIRNESS.json]
 *
 * One file, no dependency, Node 22.18 or later (before: --experimental-strip-types) or a browser,
 * where `checks(parsed(text), parsed(text))` is the way in.  REPLAY.json is `GET /matches/{id}/replay` of a
 * match that is over, FAIRNESS.json (better: noted by you, or by somebody you trust) its `/fairness`.
 * One line for each check.  Exit status 0: all is well; 1: something is not; 2: this cannot be read.
 * How it all works, so that you can write another one: docs/fairness.md.
 */

type Json = any;
type Cards = string[];
export type Line = { good: boolean; name: string; found: string };

/** The match is not told as it was dealt; the message says where and what. */
class Mismatch extends Error {}

// --- Hashes ------------------------------------------------------------------------------------

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The first 32 bits behind the point of the roots of the first primes: square or cube. */
function rootBits(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32) | 0);
}

const SHA_START = rootBits(8, Math.sqrt);
const SHA_ROUNDS = rootBits(64, Math.cbrt);

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const length = ((message.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, (message.length * 8) >>> 0);
  const hash = [...SHA_START];
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < length; block += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getInt32(block + 4 * i));
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!, b = w[i - 2]!;
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w.push((w[i - 16]! + s0 + w[i - 7]! + s1) | 0);
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + SHA_ROUNDS[i]! + w[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** HMAC-SHA256 (RFC 2104). */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

const MASK = 2n ** 64n - 1n;
const BLAKE_START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const BLAKE_ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const BLAKE_MIXES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

/** One block into the hash, in place (RFC 7693, 3.2); `count`: bytes so far, with this block. */
function compress(hash: bigint[], block: DataView, count: bigint, last: boolean): void {
  const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  const v = [...hash, ...BLAKE_START];
  v[12]! ^= count;
  if (last) v[14]! ^= MASK;
  const turn = (x: bigint, n: bigint) => ((x >> n) | (x << (64n - n))) & MASK;
  for (let round = 0; round < 12; round++) {
    const order = BLAKE_ORDER[round % 10]!;
    BLAKE_MIXES.forEach(([a, b, c, d], i) => {
      const x = m[order[2 * i]!]!, y = m[order[2 * i + 1]!]!;
      v[a] = (v[a]! + v[b]! + x) & MASK;
      v[d] = turn(v[d]! ^ v[a]!, 32n);
      v[c] = (v[c]! + v[d]!) & MASK;
      v[b] = turn(v[b]! ^ v[c]!, 24n);
      v[a] = (v[a]! + v[b]! + y) & MASK;
      v[d] = turn(v[d]! ^ v[a]!, 16n);
      v[c] = (v[c]! + v[d]!) & MASK;
      v[b] = turn(v[b]! ^ v[c]!, 63n);
    });
  }
  hash.forEach((_, i) => (hash[i]! ^= v[i]! ^ v[i + 8]!));
}

/** BLAKE2b with a key and 64 bytes of output (RFC 7693). */
export function blake2b(key: Uint8Array, message: Uint8Array): Uint8Array {
  const hash = [...BLAKE_START];
  hash[0]! ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ 64n;
  const first = new Uint8Array(key.length ? 128 : 0);
  first.set(key);
  const all = joined(first, message);
  const blocks = Math.max(1, Math.ceil(all.length / 128));
  const padded = new Uint8Array(blocks * 128);
  padded.set(all);
  for (let i = 0; i < blocks; i++) {
    const last = i === blocks - 1;
    const count = BigInt(last ? all.length : 128 * (i + 1));
    compress(hash, new DataView(padded.buffer, 128 * i, 128), count, last);
  }
  const out = new DataView(new ArrayBuffer(64));
  hash.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return new Uint8Array(out.buffer);
}

// --- Random numbers ----------------------------------------------------------------------------

/** All random numbers of a match: a row of 64-bit words for each label, each word used once. */
class Streams {
  readonly key: Uint8Array;
  readonly used = new Map<string, number>();
  readonly digests = new Map<string, DataView>();
  draws = 0;

  constructor(key: Uint8Array) {
    this.key = key;
  }

  /** Word number `place` of a row: eight of them are one keyed BLAKE2b digest. */
  word(label: string, place: number): bigint {
    const text = `${label}/${Math.floor(place / 8)}`;
    const digest = this.digests.get(text) ?? new DataView(blake2b(this.key, utf8(text)).buffer);
    this.digests.set(text, digest);
    return digest.getBigUint64(8 * (place % 8));
  }

  /** The next number below `bound`; words that would favor some are passed over. */
  below(label: string, bound: number): number {
    if (!(bound > 0)) throw new Mismatch("a lot is drawn among nothing");
    const limit = 2n ** 64n - (2n ** 64n % BigInt(bound));
    let place = this.used.get(label) ?? 0;
    while (this.word(label, place) >= limit) place++;
    this.used.set(label, place + 1);
    this.draws++;
    return Number(this.word(label, place) % BigInt(bound));
  }

  /** The items shuffled: Fisher-Yates, from the last place down. */
  shuffle<T>(label: string, items: readonly T[]): T[] {
    const deck = [...items];
    for (let last = deck.length - 1; last > 0; last--) {
      const other = this.below(label, last + 1);
      [deck[last], deck[other]] = [deck[other]!, deck[last]!];
    }
    return deck;
  }
}

/** The key of the rows: HMAC-SHA256 of the seed over match and nonces, length first. */
function keyOf(seed: Uint8Array, match: string, nonces: readonly string[]): Uint8Array {
  const parts = [match, ...nonces].map(utf8).flatMap((word) => {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, word.length);
    return [new Uint8Array(length.buffer), word];
  });
  return hmac(seed, joined(...parts));
}

// --- The hash chain ----------------------------------------------------------------------------

/** JSON with sorted keys and no spaces. */
export function canonical(thing: Json): string {
  if (Array.isArray(thing)) return `[${thing.map(canonical).join(",")}]`;
  if (typeof thing !== "object" || thing === null) return JSON.stringify(thing);
  const keys = Object.keys(thing).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(thing[key])}`).join(",")}}`;
}

const digest = (text: string): string => hex(sha256(utf8(text)));
const same = (one: Json, other: Json): boolean => canonical(one ?? null) === canonical(other ?? null);

function picked(thing: Json, ...fields: string[]): Json {
  return Object.fromEntries(fields.map((field) => {
    if (!(field in thing)) throw new TypeError(`no ${field}`);
    return [field, thing[field]];
  }));
}

/** What the link of each ply, and the head, should be. */
function chainOf(replay: Json): { links: string[]; head: string } {
  const about = ["format", "match", "game", "rules_version", "seats", "commitment", "nonces", "opening"];
  let link = digest(canonical(picked(replay, ...about)));
  const links = replay.plies.map((ply: Json) => {
    const told = picked(ply, "ply", "seat", "action", "timer", "events", "at");
    return (link = digest(`${link}\n${canonical(told)}`));
  });
  const end = { plies: replay.last, ...picked(replay, "outcome", "table") };
  return { links, head: digest(`${link}\n${canonical(end)}`) };
}

// --- A table: what all games share -------------------------------------------------------------

/** Follows the cards and dice of one match; `counts` says what was compared. */
abstract class Table {
  readonly options: Json;
  readonly seats: number;
  readonly views: Json[];
  readonly streams: Streams;
  readonly counts = { shuffles: 0, cards: 0, dice: 0, "fields of views": 0 };
  round = 1;
  over = false;
  hands: Cards[];
  results: Json[] = [];
  totals: Json;

  constructor(replay: Json, streams: Streams) {
    this.options = replay.game;
    this.seats = replay.seats;
    this.views = Array.from({ length: this.seats }, (_, seat) => replay.opening[seat]);
    this.streams = streams;
    this.hands = this.views.map(() => []);
    this.totals = this.views.map(() => 0);
  }

  shuffled<T>(label: string, items: readonly T[]): T[] {
    this.counts.shuffles++;
    return this.streams.shuffle(label, items);
  }

  die(label: string, told: Json, faces: readonly Json[]): void {
    this.counts.dice++;
    this.same("die", told, faces[this.streams.below(label, faces.length)]);
  }

  cards(what: string, told: readonly Json[], dealt: readonly Json[]): void {
    this.counts.cards += dealt.length;
    this.same(what, told, dealt);
  }

  /** Take so many from the top (the end) of a deck. */
  taken(deck: Cards, many: number): Cards {
    if (!(many <= deck.length)) throw new Mismatch(`${many} cards drawn from ${deck.length}`);
    return Array.from({ length: many }, () => deck.pop()!);
  }

  /** Take as many as are told, and compare. */
  drawn(deck: Cards, told: readonly string[]): Cards {
    const cards = this.taken(deck, told.length);
    this.cards("cards drawn", told, cards);
    return cards;
  }

  same(what: string, told: Json, dealt: Json): void {
    if (!same(told, dealt)) {
      throw new Mismatch(`${what}: told ${canonical(told)}, dealt ${canonical(dealt)}`);
    }
  }

  /** Compare fields of what a seat sees with what was followed. */
  sees(seat: number, view: Json, followed: Json): void {
    for (const [field, value] of Object.entries(followed)) {
      this.counts["fields of views"]++;
      this.same(`${field}, as seat ${seat} sees it`, picked(view, field)[field], value);
    }
  }

  /** Compare what a seat saw go into others' hands with what is there, by seat. */
  knows(seat: number, view: Json, hidden: readonly Cards[]): void {
    for (const { card, seats } of view.known) {
      this.counts["fields of views"]++;
      if (!seats.some((who: number) => hidden[who]!.includes(card))) {
        throw new Mismatch(`${card}, known to seat ${seat}, is not there`);
      }
    }
  }

  /** Compare what all seats see. */
  allSee(views: readonly Json[]): void {
    views.forEach((view, seat) => {
      this.sees(seat, view, { seat });
      this.look(seat, view);
    });
  }

  /** Take cards out of where they are. */
  out(holder: Cards, cards: readonly string[]): void {
    for (const card of cards) {
      const place = holder.indexOf(card);
      if (place < 0) throw new Mismatch(`${card} is not there`);
      holder.splice(place, 1);
    }
  }

  clockwise(first: number): number[] {
    return Array.from({ length: this.seats }, (_, place) => (first + place) % this.seats);
  }

  /** Deal, and compare with what the seats see before the first ply. */
  abstract opening(): void;
  /** Compare what a seat sees with what was followed: all that follows from it for certain. */
  abstract look(seat: number, view: Json): void;
  /** Follow one event; most move no card and no die. */
  abstract hear(event: Json): void;
  /** Follow what an action itself moves; most tell all they do in events. */
  before(_seat: number | null, _action: Json): void {}
}

function counted(text: string): [string, number][] {
  return text.split(" ").map((item) => {
    const [name, many] = item.split(":");
    return [name!, Number(many)];
  });
}

const upTo = (many: number): number[] => Array.from({ length: many }, (_, n) => n + 1);

// --- Work The Strip ----------------------------------------------------------------------------

const STRIP_NAMES =
  "taylor:5 casey:5 roxanne:4 jolene:4 dakota:4 sierra:4 lola:3 valentina:3 ginger:3 anastasia:3" +
  " paris:3 monroe:3 violet:3 scarlett:3 bijou:3 savannah:3 cleopatra:2 duchess:2 diamond:2" +
  " aurora:2 vesper:2 empress:2 sapphire:2 marquise:2";
const STRIP_RUNS =
  "apple_bottoms:3 desert_roses:3 neon_angels:3 velvet_vipers:3 high_rollers:3 midnight_muses:3";
const STRIP_SPECIALS =
  "generous_tipper:2 convention_in_town:2 grand_opening:1 hot_dice:1 noise_complaint:2" +
  " surprise_inspection:1 tax_audit:1 broken_air_con:1 closed_for_repairs:1 friendly_referral:1" +
  " talent_scout:1 overbooked:1 helpful_concierge:1 smooth_lawyer:1 open_casting:1";

/** The cards in their printed order: names, runs, specials. */
export function stripDeck(kind: string): Cards {
  const names = counted(STRIP_NAMES).filter(([, many]) => kind !== "compact" || many > 2);
  const specials = kind === "no_specials" ? [] : counted(STRIP_SPECIALS);
  const rows: [string, [string, number][]][] = [["n", names], ["r", counted(STRIP_RUNS)], ["s", specials]];
  return rows.flatMap(([letter, row]) =>
    row.flatMap(([name, many]) => upTo(many).map((n) => `${letter}_${name}_${n}`)));
}

class WorkTheStrip extends Table {
  dealer = 0;
  pile: Cards = [];
  top: Json[] = [null, null];
  discard: Cards = [];
  flipped: Cards = [];
  laid: Map<string, Cards>[] = [];
  fronts: Json[][] = [];

  opening(): void {
    this.dealer = this.views[0].dealer;
    if (this.options.first_dealer === "random") {
      this.same("dealer", this.dealer, this.streams.below("dealer", this.seats));
    }
    this.deal();
    this.views.forEach((view, seat) => this.cards(`hand of seat ${seat}`, view.hand, this.hands[seat]!));
  }

  deal(): void {
    this.pile = this.shuffled(`deck/${this.round}`, stripDeck(this.options.deck));
    [this.over, this.top, this.discard, this.flipped] = [false, [null, null], [], []];
    this.laid = this.views.map(() => new Map());
    this.fronts = this.views.map(() => []);
    for (const seat of this.clockwise(this.dealer + 1)) this.hands[seat] = this.taken(this.pile, 9);
  }

  look(seat: number, view: Json): void {
    const laid = this.laid.map((of) => [...of.keys()].sort().map((key) => `${key} ${canonical(of.get(key))}`));
    const told = view.tableaus.map((groups: Json[]) =>
      groups.map((one) => `${one.mode}:${one.key} ${canonical(one.cards)}`));
    this.sees(seat, view, { round: this.round, dealer: this.dealer, hand: this.hands[seat] });
    this.sees(seat, view, { hand_counts: this.hands.map((hand) => hand.length) });
    this.sees(seat, view, { pile_count: this.pile.length, discard: this.discard });
    this.sees(seat, view, { flipped: this.flipped, fronts: this.fronts });
    this.sees(seat, { tableaus: told }, { tableaus: laid });
    this.sees(seat, view, { revealed: this.over ? this.hands : null });
    this.sees(seat, view, { results: this.results, totals: this.totals });
    this.knows(seat, view, this.hands);
    if (this.over) this.sees(seat, view, { known: [], submission: [] });
  }

  hear(event: Json): void {
    switch (event.type) {
      case "round_started":
        this.round++;
        this.dealer = (this.dealer + 1) % this.seats;
        this.same("round and dealer", [event.round, event.dealer], [this.round, this.dealer]);
        return this.deal();
      case "hand_dealt":
        return this.cards("hand dealt", event.cards, this.hands[event.seat]!);
      case "cards_drawn":
        return this.same("cards left", event.left, this.pile.length - event.count);
      case "drawn_cards_seen":
        this.hands[event.seat]!.push(...this.drawn(this.pile, event.cards));
        return;
      case "top_card_flipped":
        this.flipped.push(...this.drawn(this.pile, [event.card]));
        return;
      case "die_rolled": {
        const top = event.purpose === "top_card";
        const label = top ? `top/${this.round}` : `die/${this.round}/${event.seat}`;
        if (top) this.top = [this.flipped.at(-1), event.pips];
        return this.die(label, event.pips, upTo(6));
      }
      default:
        return this.hearOfHands(event);
    }
  }

  /** Cards from hand to hand, and what is laid. */
  hearOfHands(event: Json): void {
    const key = `${event.mode}:${event.key}`;
    switch (event.type) {
      case "cards_handed_over":
      case "given_cards_seen":
        this.out(this.hands[event.seat]!, event.cards);
        this.hands[event.target]!.push(...event.cards);
        return;
      case "set_laid":
        this.out(this.hands[event.seat]!, event.cards);
        return this.lay(event.seat, key, event.cards);
      case "mistake_made":
        this.out(this.hands[event.seat]!, event.cards);
        return this.lay(event.target, key, event.cards);
      case "card_poached": {
        const from = this.laid[event.target]!;
        this.out(from.get(key) ?? [], [event.card]);
        if (from.get(key)!.length === 0) from.delete(key);
        return this.lay(event.seat, key, [event.card]);
      }
      case "peeked_hand_seen":
        return this.cards("hand peeked at", event.cards, this.hands[event.target]!);
      case "hand_revealed":
        return this.cards("hand left", event.cards, this.hands[event.seat]!);
      default:
        return this.hearOfSpecials(event);
    }
  }

  /** Special cards: used up, but for those that lie in front of somebody; and results. */
  hearOfSpecials(event: Json): void {
    const fronted = { card: event.card, amount: event.amount };
    switch (event.type) {
      case "special_played":
        this.out(this.hands[event.seat]!, [event.card]);
        this.discard.push(event.card);
        return;
      case "bonus_laid":
      case "penalty_laid":
        this.out(this.discard, [event.card]);
        this.fronts[event.type === "penalty_laid" ? event.target : event.seat]!.push(fronted);
        return;
      case "penalty_cleared": {
        const place = this.fronts[event.seat]!.findIndex((one) => same(one, fronted));
        this.same("penalty", place >= 0, true);
        this.fronts[event.seat]!.splice(place, 1);
        this.discard.push(event.card);
        return;
      }
      case "top_card_bonus_paid":
        return this.same("top card", event.card, this.top[0]);
      case "round_scored": {
        const [top_card, die] = this.top;
        const { winner, lines } = event;
        [this.over, this.totals] = [true, event.totals];
        this.results.push({ round: this.round, dealer: this.dealer, winner, top_card, die, lines });
        return;
      }
    }
  }

  /** Lay cards in front of a seat. */
  lay(seat: number, key: string, cards: readonly string[]): void {
    const laid = this.laid[seat]!;
    laid.set(key, [...(laid.get(key) ?? []), ...cards]);
  }
}

// --- Hand & Foot -------------------------------------------------------------------------------

const FOOT_RANKS = "1 2 3 4 5 6 7 8 9 10 11 12 LO".split(" ");
const FOOT_OTHERS = "JS JK LD VL".split(" ");
const FOOT_COPIES: Record<string, Record<string, number>> = {
  standard: { LO: 20, JS: 20, JK: 10, LD: 10, VL: 10, else: 16 },
  extended: { LO: 24, JS: 24, JK: 12, LD: 12, VL: 12, else: 19 },
};

/** The cards in their printed order. */
export function footDeck(kind: string): Cards {
  const copies = FOOT_COPIES[kind]!;
  return [...FOOT_RANKS, ...FOOT_OTHERS].flatMap((code) =>
    upTo(copies[code] ?? copies["else"]!).map((n) => `${code}-${n}`));
}

class HandAndFoot extends Table {
  starter = 0;
  stock: Cards = [];
  pile: Cards = [];
  lastTaken: Cards = [];
  returned: Cards = [];
  chosen: (string | undefined)[] = [];
  ready: boolean[] = [];
  dealt = false;
  cuts: Json[] = [];
  foot: Cards[] = [];
  shown: Cards[] = [];
  melds = new Map<number, Json>();
  piles: { A: Cards; B: Cards }[] = [];

  opening(): void {
    this.starter = this.views[0].starter;
    this.same("starter", this.starter, this.streams.below("start", this.seats));
    this.deal();
    this.views[0].players.forEach((player: Json, seat: number) => {
      if (player.cut !== null) this.hear({ type: "cut_done", seat, ...player.cut });
    });
    this.views.forEach((view, seat) => {
      if (view.bottoms !== null) this.hear({ type: "bottoms_seen", seat, ...view.bottoms });
    });
  }

  deal(): void {
    this.stock = this.shuffled(`deck/${this.round}`, footDeck(this.options.deck));
    [this.pile, this.lastTaken, this.chosen, this.returned] = [[], [], [], []];
    [this.over, this.dealt, this.melds] = [false, false, new Map()];
    this.ready = this.views.map(() => false);
    this.cuts = this.views.map(() => null);
    this.hands = this.views.map(() => []);
    this.foot = this.views.map(() => []);
    this.shown = this.views.map(() => []);
    for (const seat of this.clockwise(this.starter)) {
      this.piles[seat] = { A: this.taken(this.stock, 11), B: this.taken(this.stock, 11) };
    }
    if (this.options.exact22 !== "cut") this.views.forEach((_, seat) => this.takeUp(seat, "A"));
  }

  /** One pile is the Hand, the other the Foot; before the choice A counts as the Hand. */
  takeUp(seat: number, name: string): void {
    const { A, B } = this.piles[seat]!;
    this.dealt = true;
    this.hands[seat] = [...(name === "A" ? A : B)];
    this.foot[seat] = [...(name === "A" ? B : A)];
  }

  look(seat: number, view: Json): void {
    const hand = this.hands[seat]!, foot = this.foot[seat]!, ready = this.ready[seat]!;
    const waits = foot.length > 0 && !ready;
    const visible = this.options.pile_visible === "all" ? this.pile : this.pile.slice(-1);
    this.sees(seat, view, { round: this.round, starter: this.starter });
    this.sees(seat, view, { stock: this.stock.length + (this.dealt ? 0 : 22 * this.seats) });
    this.sees(seat, view, { pile: visible, pile_count: this.pile.length, returned: this.returned });
    this.sees(seat, view, { you_hold: ready ? hand : [] });
    this.sees(seat, view, {
      foot: foot.length > 0 && ready ? { count: foot.length, bottom: foot.at(-1) } : null,
      bottoms: waits ? { a: hand.at(-1), b: foot.at(-1) } : null,
    });
    const left = this.hands.map((hand, who) => ({ hand, foot: this.foot[who] }));
    this.sees(seat, view, { revealed: this.over ? left : null });
    this.sees(seat, view, { results: this.results, totals: this.totals });
    const players = view.players.map((one: Json) => picked(one, "count", "foot", "cut", "chosen", "shown"));
    this.sees(seat, { players }, { players: this.hands.map((_, who) => this.about(who)) });
    const melds = view.teams.flatMap((team: Json) =>
      team.melds.map((meld: Json) => picked(meld, "id", "rank", "cards", "caps")));
    const byId = (one: Json, other: Json) => one.id - other.id;
    this.sees(seat, { melds: melds.sort(byId) }, { melds: [...this.melds.values()].sort(byId) });
    if (this.over) this.sees(seat, view, { permission: null });
  }

  /** What all see of a seat. */
  about(seat: number): Json {
    return {
      count: this.hands[seat]!.length,
      foot: this.foot[seat]!.length,
      cut: this.cuts[seat],
      chosen: this.ready[seat],
      shown: this.shown[seat],
    };
  }

  override before(seat: number | null, action: Json): void {
    if (seat !== null && action?.type === "choose_hand") this.chosen[seat] = action.pile;
  }

  hear(event: Json): void {
    switch (event.type) {
      case "round_started":
        this.round++;
        this.starter = (this.starter + 1) % this.seats;
        this.same("round and starter", [event.round, event.starter], [this.round, this.starter]);
        return this.deal();
      case "cut_done": {
        const cuts = Array.from({ length: 11 }, (_, n) => Math.max(1, event.n + n - 5));
        this.cuts[event.seat] = picked(event, "n", "taken", "exact");
        return this.die(`cut/${this.round}/${event.seat}`, event.taken, cuts);
      }
      case "bottoms_seen": {
        const { A, B } = this.piles[event.seat]!;
        this.takeUp(event.seat, "A");
        return this.cards("bottom cards", [event.a, event.b], [A.at(-1), B.at(-1)]);
      }
      case "hand_seen":
        return this.choose(event.seat, event.cards);
      case "foot_seen":
        this.cards("foot", event.cards, this.foot[event.seat]!);
        this.hands[event.seat]!.push(...this.foot[event.seat]!);
        this.foot[event.seat] = [];
        return;
      case "hand_revealed":
        return this.cards("cards left", [event.cards, event.foot], [this.hands[event.seat], this.foot[event.seat]]);
      case "upcard":
        return this.cards("upcard", [...event.returned, event.card], this.upcard());
      case "drew":
        return this.same("cards left", event.left, this.stock.length - event.count);
      case "drawn_cards_seen":
        this.hands[event.seat]!.push(...this.drawn(this.stock, event.cards));
        return;
      default:
        return this.hearOfThePile(event);
    }
  }

  hearOfThePile(event: Json): void {
    switch (event.type) {
      case "discarded":
        this.play(event.seat, [event.card]);
        this.pile.push(event.card);
        return;
      case "pile_taken":
        this.lastTaken = this.pile.splice(Math.max(0, this.pile.length - event.count));
        this.same("cards taken", event.count, this.lastTaken.length);
        this.cards("pile taken", event.cards, this.lastTaken.slice(-event.cards.length));
        this.hands[event.seat]!.push(...this.lastTaken);
        if (this.options.pile_visible === "all") this.shown[event.seat]!.push(...this.lastTaken);
        return;
      case "taken_cards_seen":
        return this.cards("pile taken", event.cards, this.lastTaken);
      case "stock_reshuffled":
        this.stock.unshift(...this.shuffled(`reshuffle/${this.round}`, this.pile.slice(0, -1)));
        this.pile = this.pile.slice(-1);
        return this.same("cards of the new stock", event.count, this.stock.length);
      default:
        return this.hearOfTheBoards(event);
    }
  }

  /** What is laid on the boards, by the number of its meld; and results. */
  hearOfTheBoards(event: Json): void {
    const { seat, meld_id: id, rank, cards, card } = event;
    switch (event.type) {
      case "melded":
        this.play(seat, cards);
        this.melds.set(id, { id, rank, cards: [...cards], caps: [] });
        return;
      case "laid_off":
        this.play(seat, cards);
        this.melds.get(id).rank = rank;
        this.melds.get(id).cards.push(...cards);
        return;
      case "capped":
        this.play(seat, [card]);
        this.melds.get(id).caps.push(card);
        return;
      case "round_scored":
        [this.over, this.totals] = [true, event.totals];
        this.results.push(event.result);
        return;
    }
  }

  /** Take cards out of a hand; what all saw come into it, they see no longer. */
  play(seat: number, cards: Cards): void {
    this.out(this.hands[seat]!, cards);
    this.shown[seat] = this.shown[seat]!.filter((card) => !cards.includes(card));
  }

  /** One pile is the Hand, the other the Foot; for who was late either was chosen. */
  choose(seat: number, cards: Cards): void {
    const piles = this.piles[seat]!;
    this.takeUp(seat, this.chosen[seat] ?? (same(cards, piles.A) ? "A" : "B"));
    this.cards("hand", cards, this.hands[seat]!);
    this.ready[seat] = true;
  }

  /** Turn up a card of a rank; others before it go back at random, or lie under it. */
  upcard(): Cards {
    const passed: Cards = [];
    for (;;) {
      const [card] = this.taken(this.stock, 1) as [string];
      if (FOOT_RANKS.includes(card.split("-")[0]!)) {
        this.pile.push(card);
        return [...passed, card];
      }
      passed.push(card);
      if (this.options.upcard === "stack") this.pile.push(card);
      else {
        this.stock.splice(this.streams.below(`upcard/${this.round}`, this.stock.length + 1), 0, card);
        this.returned.push(card);
      }
    }
  }
}

// --- Lap Dance ---------------------------------------------------------------------------------

const LAP_ACTIONS =
  "md1:4 md2:2 md3:2 md4:2 md5:1 md6:1 fd1:4 fd2:2 fd3:2 fd4:2 fd5:1 fd6:1 cd1:4 cd2:3 cd3:2 cd4:2" +
  " cd5:1 ed1:4 ed2:2 ed3:2 ed4:2 ed5:1 ed6:1 li1:4 li2:2 li3:2 li4:2 li5:1 li6:1 ls1:4 ls2:2" +
  " ls3:2 ls4:2 ls5:1 ls6:1 ev01:2 ev02:2 ev03:2 ev04:2 ev05:2 ev06:2 ev07:2 ev08:2 ev09:2 ev10:2" +
  " ev11:2 ev12:2 ev13:2 ev14:2 ev15:2";
const LAP_SPECIALS = "sp1:2 sp2:2 sp3:2 sp4:2 sp5:2 sp6:2 sp7:2 sp8:2 sp9:2";
const LAP_STARTING = ["md1", "fd1", "cd1", "ed1", "li1", "ls1"];
const LAP_FACES = ["D1", "D2", "L1", "K1", "W2", "ST"];
const LAP_STREAMS = { action: "deck", special: "specials", desire: "desires" };
type LapDeck = keyof typeof LAP_STREAMS;

/** The cards of these variants, but for those that are left in the box. */
function lapCards(variants: string, options: Json): Cards {
  const kinds = counted(variants).filter(([name]) => !options.disabled_cards.includes(name));
  return kinds.flatMap(([name, many]) => [..."abcd"].slice(0, many).map((letter) => name + letter));
}

const lapStarting = (seat: number): Cards => LAP_STARTING.map((name) => name + "abcd"[seat]!);

class LapDance extends Table {
  decks: Record<LapDeck, Cards> = { action: [], special: [], desire: [] };
  discards: Record<LapDeck, Cards> = { action: [], special: [], desire: [] };
  stacks: Cards[] = [];
  specials: Cards[] = [];
  activated: Cards = [];
  favor: Json = [];
  open = false;
  reading = false;
  customers: Cards = [];
  desires: Cards = [];
  priority = new Map<number, number>();
  late: number[] = [];
  replace = false;

  opening(): void {
    const colors = this.options.unused_colours === "box" ? 4 : this.seats;
    const out = new Set(upTo(colors).flatMap((n) => lapStarting(n - 1)));
    const actions = lapCards(LAP_ACTIONS, this.options).filter((card) => !out.has(card));
    this.decks.action = this.shuffled("deck/0", actions);
    this.hands = this.clockwise(0).map((s) => [...lapStarting(s), ...this.taken(this.decks.action, 4)]);
    this.stacks = this.hands.map(() => []);
    this.specials = this.hands.map(() => []);
    this.reading = this.options.read_seconds > 0;
    this.decks.special = this.shuffled("specials/0", lapCards(LAP_SPECIALS, this.options));
    this.layTheRow();
    this.views.forEach((view, seat) => {
      const hand = this.hands[seat]!;
      hand.push(...this.taken(this.decks.action, Math.max(0, view.hand.length - hand.length)));
      this.cards(`hand of seat ${seat}`, view.hand, hand);
    });
  }

  look(seat: number, view: Json): void {
    const shown = this.round - (this.reading ? 1 : 0);
    const { action, special, desire } = this.decks;
    this.sees(seat, view, { round: this.round, customers: this.customers });
    this.sees(seat, view, { desires: this.desires.map((card, place) => (place < shown ? card : null)) });
    this.sees(seat, view, { activated: this.activated });
    this.sees(seat, view, { hand: this.hands[seat], specials: this.specials[seat] });
    this.sees(seat, view, { deck_count: action.length, special_deck_count: special.length });
    this.sees(seat, view, { desire_deck_count: desire.length, discard: this.discards.action });
    this.sees(seat, view, { special_discard: this.discards.special, desire_discard: this.discards.desire });
    this.same("seats", view.seats.length, this.seats);
    view.seats.forEach((told: Json, who: number) => {
      this.sees(seat, told, { hand_count: this.hands[who]!.length });
      this.sees(seat, told, { special_count: this.specials[who]!.length });
      this.sees(seat, told, { stack_count: this.stacks[who]!.length });
      if (this.open || who === seat || picked(told, "stack").stack !== null) {
        this.sees(seat, told, { stack: this.stacks[who] });
      }
      if (this.over) this.sees(seat, told, { money: this.totals[who], favor: this.favor[who] });
    });
    this.knows(seat, view, this.hands.map((hand, who) => [...hand, ...this.stacks[who]!]));
  }

  /** Customers, by lot or as agreed, and a Desire for each: as many of each level, if they rise. */
  layTheRow(): void {
    const { rounds, desire_order: order } = this.options;
    const named = (letter: string, many: number) => upTo(many).map((n) => letter + `${n}`.padStart(2, "0"));
    this.customers = this.options.customers === "random"
      ? this.shuffled("customers", named("c", 18)).slice(0, rounds)
      : this.options.customers;
    this.cards("customers", this.views[0].customers, this.customers);
    const pile = this.shuffled("desires/0", named("d", order === "level_1_only" ? 6 : 18));
    const level = (card: string) => Math.ceil(Number(card.slice(1)) / 6);
    this.desires = order !== "ascending" ? pile.slice(0, rounds) : [1, 2, 3].flatMap((n) =>
      pile.filter((card) => level(card) === n).slice(0, Math.floor((rounds + 3 - n) / 3)));
    this.decks.desire = pile.filter((card) => !this.desires.includes(card));
  }

  override before(seat: number | null, action: Json): void {
    this.late = [];
    if (seat === null || action?.type !== "set_stack") return;
    const free = (card: string) => !action.cards.includes(card);
    this.hands[seat] = [...this.hands[seat]!.filter(free), ...this.stacks[seat]!.filter(free)];
    this.stacks[seat] = [...action.cards];
  }

  hear(event: Json): void {
    switch (event.type) {
      case "drawn_cards_seen":
        this.hands[event.seat]!.push(...this.drawn(this.decks.action, event.cards));
        return;
      case "drawn_specials_seen":
        this.specials[event.seat]!.push(...this.drawn(this.decks.special, event.cards));
        return;
      case "deck_reshuffled": {
        // What was drawn just before is told afterwards: it lies on top still.
        const deck: LapDeck = event.deck;
        this.same("cards reshuffled", event.count, this.discards[deck].length);
        const label = `${LAP_STREAMS[deck]}/${this.round}`;
        this.decks[deck].unshift(...this.shuffled(label, this.discards[deck]));
        this.discards[deck] = [];
        return;
      }
      case "dice_rolled":
        this.same("dice", event.faces.length, event.dice.length);
        for (const face of event.faces) this.die(`die/${this.round}/${event.seat}`, face, LAP_FACES);
        return;
      case "priority_dealt":
        this.cards("priority", [event.priority], [this.lotOfTheLate()]);
        this.priority.set(event.seat, event.priority);
        return;
      case "stack_trimmed":
        this.discards.action.push(...this.lots("stack", event.seat, this.stacks, event.cards));
        return;
      case "hand_card_discarded":
        this.discards.action.push(...this.lots("hand", event.seat, this.hands, [event.card]));
        return;
      case "taken_card_seen":
        this.hands[event.seat]!.push(...this.lots("hand", event.target, this.hands, [event.card]));
        return;
      default:
        return this.hearOfTheRound(event);
    }
  }

  hearOfTheRound(event: Json): void {
    switch (event.type) {
      case "round_started":
        this.round++;
        this.reading = true;
        return this.cards("customer", [event.round, event.customer], [this.round, this.customers[this.round - 1]]);
      case "desire_revealed":
        if (this.replace) this.desires[this.round - 1] = this.taken(this.decks.desire, 1)[0]!;
        this.replace = this.reading = false;
        this.priority.clear();
        return this.cards("desire", [event.desire], [this.desires[this.round - 1]]);
      case "desire_discarded":
        this.discards.desire.push(this.desires[this.round - 1]!);
        this.replace = true;
        return;
      case "priority_taken":
        this.priority.set(event.seat, event.priority);
        return;
      case "special_played":
        this.out(this.specials[event.seat]!, [event.card]);
        this.discards.special.push(event.card);
        return;
      case "stack_revealed":
        this.open = true;
        return this.cards("stack", event.cards, this.stacks[event.seat]!);
      case "event_activated":
        this.activated.push(event.card);
        return;
      case "cards_returned":
        this.hands[event.seat]!.push(...event.cards.map((card: string) => this.left(event.seat, card)));
        return;
      case "stack_card_discarded":
      case "event_cancelled":
        this.discards.action.push(this.left(event.target, event.card));
        return;
      case "stack_card_taken":
        this.stacks[event.seat]!.push(this.left(event.target, event.card));
        return;
      case "round_ended":
        this.discards.action.push(...this.stacks.flat());
        this.discards.desire.push(this.desires[this.round - 1]!);
        this.stacks = this.stacks.map(() => []);
        [this.open, this.activated] = [false, []];
        return;
      case "game_ended":
        [this.over, this.totals, this.favor] = [true, event.scores, event.favor];
        return;
    }
  }

  /** The next Priority card for who is late: of those left, by lot or by seat. */
  lotOfTheLate(): number {
    if (this.late.length === 0) {
      const taken = [...this.priority.values()];
      this.late = upTo(this.seats).filter((n) => !taken.includes(n));
      if (this.options.late_priority === "random") {
        this.late = this.shuffled(`priority/${this.round}`, this.late);
      }
    }
    return this.late.shift() ?? 0;
  }

  /** Take as many cards as are told by lot, and compare. */
  lots(stream: string, seat: number, holders: Cards[], told: readonly string[]): Cards {
    const cards = holders[seat]!;
    const label = `${stream}/${this.round}/${seat}`;
    const taken = told.map(() => cards.splice(this.streams.below(label, cards.length), 1)[0]!);
    this.cards("cards by lot", told, taken);
    return taken;
  }

  /** Take a card out of a Stack, and return it. */
  left(seat: number, card: string): string {
    const place = this.stacks[seat]!.indexOf(card);
    if (place < 0) throw new Mismatch(`${card} is not in the Stack of seat ${seat}`);
    this.stacks[seat]!.splice(place, 1);
    this.activated = this.activated.filter((one) => one !== card);
    return card;
  }
}

/** By game and version of its rules. */
const TABLES: Record<string, new (replay: Json, streams: Streams) => Table> = {
  "work_the_strip 1": WorkTheStrip,
  "hand_and_foot 1": HandAndFoot,
  "lap_dance 1": LapDance,
};

// --- The checks --------------------------------------------------------------------------------

const MOST_SEATS = 10;

const line = (good: boolean, name: string, found: string): Line => ({ good, name, found });

/** The result of every check.  Throws where the file is not a whole replay of a match that is over. */
export function checks(replay: Json, fairness?: Json): Line[] {
  onlyIntegers([replay, fairness ?? null]);
  for (const field of ["rules_version", "seats", "last", "ply", "after"]) integer(replay, field);
  for (const ply of replay.plies) integer(ply, "ply");
  if (replay.format !== "parlour-replay/1" || replay.eyes !== "all" || replay.after !== 0) {
    throw new TypeError("only a replay that is all open and whole can be checked");
  }
  if (replay.ply !== replay.last || typeof replay.seed !== "string") {
    throw new TypeError("only the replay of a whole match that is over can be checked");
  }
  if (!(1 <= replay.seats && replay.seats <= MOST_SEATS)) {
    throw new TypeError(`there are no tables for ${replay.seats}`);
  }
  if (!/^[0-9a-f]{64}$/.test(replay.seed)) {
    throw new TypeError("the seed is not 32 bytes in hexadecimal digits");
  }
  const seed = unhex(replay.seed);
  const key = keyOf(seed, replay.match, replay.nonces);
  return [
    line(hex(sha256(seed)) === replay.commitment, "commitment", "SHA-256 of the seed"),
    line(replay.nonces.length === replay.seats, "nonces", `${replay.nonces.length} for ${replay.seats} seats`),
    ...chainChecks(replay),
    ...(fairness === undefined ? [] : fairnessChecks(replay, fairness, key)),
    tableCheck(replay, key),
    endCheck(replay),
  ];
}

/** Compare numbers, links and head. */
function chainChecks(replay: Json): Line[] {
  const numbers = replay.plies.map((ply: Json) => ply.ply);
  const { links, head } = chainOf(replay);
  const broken = replay.plies.find((ply: Json, i: number) => ply.link !== links[i]);
  return [
    line(same(numbers, upTo(numbers.length)) && numbers.length === replay.last, "plies", `1 to ${replay.last}, each once, in order`),
    line(!broken, "chain", broken ? `breaks at ply ${broken.ply}` : `${links.length} links`),
    line(head === replay.chain, "head", head),
  ];
}

/** Compare the file with what was noted elsewhere. */
function fairnessChecks(replay: Json, fairness: Json, key: Uint8Array): Line[] {
  const fields = ["match", "game", "rules_version", "commitment", "seed", "nonces", "chain"];
  return [
    ...fields.map((field) => line(same(fairness[field], replay[field]), `noted ${field}`, "as in the replay")),
    line(fairness.key === hex(key), "noted key", hex(key)),
  ];
}

/** Deal the match again, and compare every card and die. */
function tableCheck(replay: Json, key: Uint8Array): Line {
  const rules = `${replay.game.type} ${replay.rules_version}`;
  const Rules = Object.hasOwn(TABLES, rules) ? TABLES[rules] : undefined;
  if (!Rules) return line(false, "deal", `this verifier does not know ${rules}`);
  let where = "opening";
  try {
    const table = new Rules(replay, new Streams(key));
    table.opening();
    table.allSee(table.views);
    for (const ply of replay.plies) {
      where = `ply ${ply.ply}`;
      table.before(ply.seat, ply.action);
      for (const event of ply.events) table.hear(event);
    }
    where = "table";
    table.allSee(table.views.map((_, seat) => replay.table[seat]));
    const found = Object.entries(table.counts).map(([what, many]) => `${many} ${what}`).join(", ");
    return line(true, "deal", `${found}, by ${table.streams.draws} random numbers`);
  } catch (fault) {
    const why = fault instanceof Mismatch ? fault.message : `makes no sense (${fault})`;
    return line(false, "deal", `${where}: ${why}`);
  }
}

/** Compare the outcome with what the last ply told; an abandoned match has none. */
function endCheck(replay: Json): Line {
  if (replay.status !== "finished") {
    return line(replay.outcome === null, "outcome", `none, the match is ${replay.status}`);
  }
  const last = (replay.plies.at(-1)?.events ?? []).filter((event: Json) => "scores" in event).at(-1);
  const told = last && { scores: last.scores, places: last.places };
  return line(told !== undefined && same(told, replay.outcome), "outcome", "as told in the last ply");
}

/** Throw at a number that is none everywhere: with a point, or too large. */
function onlyIntegers(thing: Json): void {
  if (typeof thing === "number" && !Number.isSafeInteger(thing)) {
    throw new TypeError(`${thing} is not an integer up to ${Number.MAX_SAFE_INTEGER}`);
  }
  if (typeof thing === "object" && thing !== null) Object.values(thing).forEach(onlyIntegers);
}

/** Throw unless this field is an integer. */
function integer(thing: Json, field: string): void {
  if (typeof thing[field] !== "number") throw new TypeError(`${field} is not an integer`);
}

/** The JSON of a text.  1.0 is refused here: once it is read, nobody can tell it from 1. */
export function parsed(text: string): Json {
  const point = /\d+[.eE][-+\d]+/.exec(text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""'));
  if (point) throw new TypeError(`${point[0]} is not an integer`);
  return JSON.parse(text);
}

/** Print a line for each check; return the exit status. */
async function main(paths: string[], print: (text: string) => void): Promise<number> {
  if (paths.length < 1 || paths.length > 2 || paths[0]!.startsWith("-")) {
    print("node verify.ts REPLAY.json [FAIRNESS.json]");
    return 2;
  }
  try {
    const fs = await import("node:fs" as string);
    const [replay, fairness] = paths.map((path) => parsed(fs.readFileSync(path, "utf-8")));
    const lines = checks(replay, fairness);
    for (const { good, name, found } of lines) print(`${good ? "ok  " : "FAIL"}  ${name}: ${found}`);
    return lines.every(({ good }) => good) ? 0 : 1;
  } catch (fault) {
    print(`FAIL  cannot be read: ${fault}`);
    return 2;
  }
}

const node = (globalThis as Json).process;
if (node?.argv?.[1]?.endsWith("verify.ts")) {
  node.exitCode = await main(node.argv.slice(2), (text) => console.log(text));
}
