// Which legal move a person means by the squares pressed so far. Knows no page and no drawing.
const destination = (move) => move.route.at(-1);

// The presses fit a move when they name its origin and then, in order, squares of its way or pieces it takes.
function fits(move, path) {
  if (move.route[0] !== path[0]) return false;
  let place = 0;
  for (const square of path.slice(1)) {
    const next = move.route.indexOf(square, place + 1);
    if (next > 0) place = next;
    else if (!move.captured.includes(square)) return false;
  }
  return true;
}

const outcome = (move) => `${destination(move)}:${[...move.captured].sort((a, b) => a - b)}`;

export class Picking {
  // `own` are the squares of the side to move: a piece that cannot move may still be picked up,
  // so that the refusal can name the law the attempted move breaks.
  constructor(moves = [], own = new Set()) {
    this.moves = moves;
    this.own = own;
    this.clear();
  }

  clear() {
    this.path = [];
    this.goal = null;
  }

  get origin() {
    return this.path[0] ?? null;
  }

  get origins() {
    return new Set(this.moves.map((move) => move.route[0]));
  }

  get candidates() {
    if (!this.path.length) return [];
    return this.moves.filter(
      (move) => fits(move, this.path) && (this.goal === null || destination(move) === this.goal),
    );
  }

  // Squares worth pressing now: where a move ends, or, when several end on the goal, what tells them apart.
  get targets() {
    const candidates = this.candidates;
    if (this.goal === null) {
      return new Set(candidates.flatMap((move) => [destination(move), ...move.route.slice(this.path.length, -1)]));
    }
    const ways = candidates.map((move) => new Set([...move.route.slice(1, -1), ...move.captured]));
    return new Set(
      ways.flatMap((way) => [...way]).filter((square) => !ways.every((way) => way.has(square))),
    );
  }

  // Answers {kind: "picked" | "cleared" | "choose" | "played" | "refused", ...}.
  press(square) {
    if (!this.path.length) return this.#begin(square);
    const longer = [...this.path, square];
    const matching = this.candidates.filter((move) => fits(move, longer));
    if (!matching.length) return this.#elsewhere(square);

    const ending = matching.filter((move) => destination(move) === (this.goal ?? square));
    const chosen = ending.length ? ending : matching;
    if (new Set(chosen.map(outcome)).size === 1) return this.#play(chosen[0]);
    if (ending.length && this.goal === null) this.goal = square;
    else this.path = longer;
    return { kind: "choose", moves: this.candidates };
  }

  #begin(square) {
    const isStuck = !this.origins.has(square);
    if (isStuck && !this.own.has(square)) return { kind: "refused", from: square, to: null };
    this.path = [square];
    return { kind: "picked", square, isStuck };
  }

  #elsewhere(square) {
    const from = this.origin;
    this.clear();
    if (square === from) return { kind: "cleared" };
    if (this.origins.has(square) || this.own.has(square)) return this.#begin(square);
    return { kind: "refused", from, to: square };
  }

  #play(move) {
    this.clear();
    return { kind: "played", move };
  }
}
