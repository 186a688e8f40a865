// <draughts-board>: a position one can read, step through and, with `interactive`, play on.
//
// Attributes: fen, width, height, mirrored, every-cell, numbers-from-below, ranks-from-above, letters, flipped,
//   interactive (moves are played), play-only (one press plays the only legal move), editable (pieces are put down and carried off), last-move="11 15", captured="18,23", marks="4 5", arrows="11-15 !22x15" (! draws it in red).
// Property: moves, a list of {text, route, captured, fen}.
// Events: draughts-move (detail: the move), draughts-refused ({from, to}), draughts-choose ({moves}),
//   draughts-square (the square pressed where nothing can be moved), draughts-carried ({from, to}, null off the board).
import { Drawing, svg, CELL } from "./drawing.js";
import { Geometry, readFen } from "./geometry.js";
import { animate, follow, putDown } from "./motion.js";
import { Picking } from "./picking.js";
import { message as words } from "../words.js";

const SHAPE = ["mirrored", "every-cell", "numbers-from-below", "ranks-from-above"];
const LAYOUT = ["width", "height", ...SHAPE, "letters", "flipped", "interactive", "editable"];
const CONTENT = ["fen", "last-move", "captured", "marks", "arrows"];
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const DRAG_FROM = 6; // pixels before a press becomes a drag

class DraughtsBoard extends HTMLElement {
  static observedAttributes = [...LAYOUT, ...CONTENT];

  #drawing = null;
  #geometry = null;
  #pieces = new Map();
  #side = "white";
  #picking = new Picking();
  #cursor = null;
  #held = null;
  #kept = null;
  #isStale = { layout: true, content: true };
  #isWaiting = false;
  #live = null;

  connectedCallback() {
    this.#live ??= Object.assign(document.createElement("p"), { className: "visually-hidden" });
    this.#live.setAttribute("role", "status");
    this.#refresh();
  }

  attributeChangedCallback(name) {
    this.#isStale[LAYOUT.includes(name) ? "layout" : "content"] = true;
    if (this.#isWaiting || !this.isConnected) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.isConnected) this.#refresh();
    });
  }

  get moves() {
    return this.#picking.moves;
  }

  set moves(moves) {
    this.#pickAmong(moves);
    this.#drawMarks();
    this.#nameSquares();
  }

  // A piece picked up before its moves were known, or before the same position was drawn again, stays picked up.
  #pickAmong(moves) {
    const { origin } = this.#picking;
    this.#picking = new Picking(moves, this.#own());
    if (origin !== null && this.#picking.own.has(origin)) this.#picking.press(origin);
  }

  get geometry() {
    return this.#geometry;
  }

  // Said to screen readers: a move played, a refusal.
  announce(text) {
    this.#live.textContent = text;
  }

  refuse() {
    this.classList.add("is-refused");
    setTimeout(() => this.classList.remove("is-refused"), 400);
  }

  nameOf(square) {
    return this.hasAttribute("letters") ? this.#geometry.nameOf(square) : String(square);
  }

  #own() {
    return new Set([...this.#pieces].filter(([, { side }]) => side === this.#side).map(([square]) => square));
  }

  #list(name) {
    const texts = (this.getAttribute(name) ?? "").split(/[\s,]+/).filter(Boolean);
    return texts.map((text) => this.#geometry.read(text)).filter((square) => square !== null);
  }

  #arrows() {
    const texts = (this.getAttribute("arrows") ?? "").split(/\s+/).filter(Boolean);
    return texts.map((text) => ({
      isBad: text.startsWith("!"),
      route: text.replace("!", "").split(/[-x:]/).map((square) => this.#geometry.read(square)).filter(Boolean),
    }));
  }

  #refresh() {
    const isNew = this.#isStale.layout;
    if (isNew) this.#layOut();
    const before = this.#pieces;
    const position = readFen(this.getAttribute("fen") ?? "", this.#geometry);
    const hadFocus = this.#drawing.hits.contains(document.activeElement);
    this.#pieces = position.pieces;
    this.#side = position.side;
    this.#pickAmong(this.#picking.moves);
    const lastMove = this.#list("last-move");
    this.#drawing.drawSquares(lastMove);
    this.#drawing.drawPieces(this.#pieces);
    this.#drawMarks();
    this.#nameSquares();
    if (hadFocus) this.#focus(this.#cursor);
    if (!isNew) animate(this.#drawing, before, this.#pieces, lastMove);
    this.#isStale = { layout: false, content: false };
  }

  #layOut() {
    this.#geometry = new Geometry({
      width: Number(this.getAttribute("width") ?? 8),
      height: Number(this.getAttribute("height") ?? 8),
      isMirrored: this.hasAttribute("mirrored"),
      usesEveryCell: this.hasAttribute("every-cell"),
      numbersFromBelow: this.hasAttribute("numbers-from-below"),
      ranksFromAbove: this.hasAttribute("ranks-from-above"),
    });
    this.#drawing = new Drawing(this.#geometry, {
      isFlipped: this.hasAttribute("flipped"),
      usesLetters: this.hasAttribute("letters"),
    });
    if (this.#cursor === null || this.#cursor > this.#geometry.squares) {
      this.#cursor = this.#geometry.nearest;
    }
    this.#layHits();
    const { root } = this.#drawing;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", words(this.#isEditable() ? "board_to_set_up" : "board"));
    root.addEventListener("pointerdown", (event) => this.#take(event));
    root.addEventListener("pointermove", (event) => this.#carry(event));
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("pointercancel", () => this.#drop());
    // A finger that holds a piece carries it; anywhere else on the board it scrolls the page. Told here, as
    // touch-action on a shape inside a drawing does not keep the page still.
    root.addEventListener("touchmove", (event) => this.#holds() && event.preventDefault(), { passive: false });
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("click", (event) => {
      // A screen reader's own press comes as a click without a pointer.
      if (event.detail === 0 && event.target.dataset.square) this.#press(Number(event.target.dataset.square));
    });
    this.replaceChildren(root, this.#live);
  }

  #layHits() {
    const hits = [];
    for (let square = 1; square <= this.#geometry.squares; square += 1) {
      const { x, y } = this.#drawing.at(square);
      hits.push(
        svg("rect", {
          class: "board__hit",
          role: "button",
          tabindex: square === this.#cursor ? 0 : -1,
          "data-square": square,
          x: x + 3,
          y: y + 3,
          width: CELL - 6,
          height: CELL - 6,
        }),
      );
    }
    this.#drawing.hits.replaceChildren(...hits);
  }

  #hit(square) {
    return this.#drawing.hits.children[square - 1];
  }

  #nameSquares() {
    if (!this.#drawing) return;
    const { origins, targets, origin } = this.#picking;
    const isInteractive = this.hasAttribute("interactive");
    for (let square = 1; square <= this.#geometry.squares; square += 1) {
      const piece = this.#pieces.get(square);
      const parts = [this.nameOf(square), words(piece ? `${piece.side}_${piece.rank}` : "empty")];
      if (square === origin) parts.push(words("picked"));
      else if (targets.has(square)) parts.push(words("move_here"));
      else if (isInteractive && origin === null && origins.has(square)) parts.push(words("can_move"));
      const hit = this.#hit(square);
      hit.setAttribute("aria-label", parts.join(", "));
      hit.classList.toggle("is-movable", this.#isEditable() ? Boolean(piece) : isInteractive && this.#picking.own.has(square));
      hit.classList.toggle("is-target", targets.has(square) || (this.#isEditable() && !piece));
    }
  }

  #drawMarks() {
    if (!this.#drawing) return;
    this.#drawing.drawMarks({
      captured: this.#list("captured").filter((square) => !this.#pieces.has(square)),
      marks: this.#list("marks"),
      arrows: this.#arrows(),
      picked: this.#picking.origin,
      targets: this.#picking.targets,
      occupied: this.#pieces,
    });
  }

  #press(square) {
    if (this.#kept) {
      this.#kept.push(square);
      return;
    }
    if (!this.hasAttribute("interactive")) {
      this.#tell("draughts-square", { square });
      return;
    }
    const [only, ...others] = this.moves;
    if (this.hasAttribute("play-only") && only && !others.length && [only.route[0], only.route.at(-1)].includes(square)) {
      this.#tell("draughts-move", only);
      return;
    }
    const answer = this.#picking.press(square);
    this.#drawMarks();
    this.#nameSquares();
    if (answer.kind === "played") this.#tell("draughts-move", answer.move);
    if (answer.kind === "choose") {
      this.announce(words("choose_way"));
      this.#tell("draughts-choose", { moves: answer.moves });
    }
    if (answer.kind === "picked") this.announce(`${this.nameOf(square)}, ${words("picked")}`);
    const isMeant = answer.to !== null || this.#pieces.has(square);
    if (answer.kind === "refused" && isMeant) this.#tell("draughts-refused", { from: answer.from, to: answer.to });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  // Picks up a piece as a press does, once what was set before is drawn.
  async pick(square) {
    await null;
    this.#press(square);
  }

  // While it is not known what the next presses mean, they are kept; then they are pressed in order, or forgotten.
  keepPresses() {
    this.#kept = [];
  }

  async pressKept() {
    const kept = this.#kept ?? [];
    this.forgetKept();
    await null; // once what was set before is drawn
    for (const square of kept) this.#press(square);
  }

  forgetKept() {
    this.#kept = null;
  }

  cancel() {
    this.#picking.clear();
    this.#drawMarks();
    this.#nameSquares();
  }

  // ---- pointer: press, carry, put down ----
  #squareUnder(event) {
    const { left, top, width } = this.#drawing.root.getBoundingClientRect();
    const scale = this.#drawing.root.viewBox.baseVal.width / width;
    const border = (this.#drawing.root.viewBox.baseVal.width - this.#geometry.width * CELL) / 2;
    let column = Math.floor(((event.clientX - left) * scale - border) / CELL);
    let row = Math.floor(((event.clientY - top) * scale - border) / CELL);
    if (this.hasAttribute("flipped")) {
      column = this.#geometry.width - 1 - column;
      row = this.#geometry.height - 1 - row;
    }
    return this.#geometry.squareAt(row, column);
  }

  #isEditable() {
    return this.hasAttribute("editable");
  }

  #take(event) {
    if (event.button !== 0) return;
    const square = this.#squareUnder(event);
    if (square === null) return;
    if (this.#isEditable()) {
      this.#takeUp(event, square);
      return;
    }
    if (!this.hasAttribute("interactive")) {
      event.preventDefault(); // the page's own arrow keys go on working after a press on the board
      this.#press(square);
      return;
    }
    event.preventDefault();
    this.#focus(square);
    const isFresh = this.#picking.origin !== square && !this.#picking.targets.has(square);
    const isOwn = this.#picking.own.has(square);
    if (isFresh && isOwn) {
      this.#picking.clear();
      this.#press(square);
    }
    this.#held = { square, isFresh: isFresh && isOwn, x: event.clientX, y: event.clientY, isCarried: false };
    if (isOwn) this.#drawing.root.setPointerCapture(event.pointerId);
  }

  // A press on a square is one when it is let go there: a finger that scrolls the page puts nothing down.
  #takeUp(event, square) {
    this.#held = { square, x: event.clientX, y: event.clientY, isCarried: false };
    if (event.pointerType !== "mouse" && !this.#pieces.has(square)) return;
    event.preventDefault();
    this.#focus(square);
    if (this.#pieces.has(square)) this.#drawing.root.setPointerCapture(event.pointerId);
  }

  #holds() {
    if (this.#held === null) return false;
    return this.#isEditable() ? this.#pieces.has(this.#held.square) : this.#picking.origin === this.#held.square;
  }

  #carry(event) {
    if (!this.#holds()) return;
    const [dx, dy] = [event.clientX - this.#held.x, event.clientY - this.#held.y];
    if (!this.#held.isCarried && Math.hypot(dx, dy) < DRAG_FROM) return;
    this.#held.isCarried = true;
    follow(this.#drawing, this.#held.square, dx, dy);
  }

  #release(event) {
    const held = this.#held;
    if (!held) return;
    this.#drop();
    const square = this.#squareUnder(event);
    if (this.#isEditable()) {
      if (held.isCarried) this.#tell("draughts-carried", { from: held.square, to: square });
      else if (square === held.square) this.#press(square);
    } else if (held.isCarried) {
      if (square !== null && square !== held.square) this.#press(square);
    } else if (square === held.square && !held.isFresh) this.#press(square);
  }

  #drop() {
    putDown(this.#drawing);
    this.#held = null;
  }

  // ---- keyboard: a cursor that walks the playing squares ----
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const square = Number(event.target.dataset?.square);
    if (!square) return;
    if (event.key in STEPS) this.#walk(square, STEPS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#press(square);
    else if (event.key === "Escape" && this.#picking.origin !== null) {
      this.cancel();
      this.announce(words("put_back"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #walk(square, [rows, columns]) {
    const sign = this.hasAttribute("flipped") ? -1 : 1;
    const { row, column } = this.#geometry.cellOf(square);
    // Where every second cell is played on, up and down keep the place in the row: neighbouring rows are shifted.
    const columnsToTry = rows
      ? [column, column + (column % 2 ? -1 : 1)]
      : [column + columns * sign, column + 2 * columns * sign];
    for (const next of columnsToTry.map((way) => this.#geometry.squareAt(row + rows * sign, way))) {
      if (next !== null && next !== square) {
        this.#focus(next);
        return;
      }
    }
  }

  #focus(square) {
    this.#hit(this.#cursor)?.setAttribute("tabindex", "-1");
    this.#cursor = square;
    const hit = this.#hit(square);
    hit.setAttribute("tabindex", "0");
    hit.focus({ preventScroll: true });
  }
}

customElements.define("draughts-board", DraughtsBoard);
