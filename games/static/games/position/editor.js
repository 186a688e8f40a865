// <position-editor>: a position set up on the board. A piece is chosen, then its squares are pressed; pieces are
// also dragged. The FEN field says what stands on the board, and the board what the field says.
import "../board/element.js";
import { readFen } from "../board/geometry.js";
import { message } from "../words.js";
import { mirrored, other, writeFen } from "./fen.js";
import "./line.js";

const SHAPE = { mirrored: "is_mirrored", "every-cell": "uses_every_cell", letters: "uses_letters" };
const ORDER = { "numbers-from-below": "numbers_from_below", "ranks-from-above": "ranks_from_above" };
const NOTHING = "nothing";
const WAIT = 300; // a field is read when the typing has come to rest

class PositionEditor extends HTMLElement {
  connectedCallback() {
    if (this.variants) return;
    this.variants = JSON.parse(document.getElementById("editor-variants").textContent);
    this.board = this.querySelector("draughts-board");
    this.form = this.querySelector("form");
    this.variant = this.form.elements.variant;
    this.field = this.form.elements.fen;
    this.tool = "white man";
    this.#listen();
    this.#choose(this.tool);
    this.#read();
  }

  #listen() {
    this.board.addEventListener("draughts-square", (event) => this.#press(event.detail.square));
    this.board.addEventListener("draughts-carried", (event) => this.#carry(event.detail));
    this.board.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("draughts-line", (event) => this.#show(event.detail));
    this.addEventListener("change", (event) => {
      if (event.target.name === "side-to-move") this.#settle(this.pieces, event.target.value);
    });
    this.variant.addEventListener("change", () => this.#changeGame());
    this.field.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.#typed(), WAIT);
    });
    this.form.addEventListener("submit", () => clearTimeout(this.typing));
    document.addEventListener("keydown", (event) => this.#stepByKey(event));
  }

  get rules() {
    return this.variants[this.variant.value];
  }

  // ---- from the page ----
  #read() {
    const { pieces, side } = readFen(this.board.getAttribute("fen"), this.board.geometry);
    this.pieces = pieces;
    this.side = side;
    this.#tell();
  }

  #typed() {
    const text = this.field.value.trim();
    if (!text) return;
    this.#forget();
    this.board.setAttribute("fen", text);
    this.#read();
  }

  #changeGame() {
    const facts = this.rules;
    if (!facts) return;
    const attributes = ["width", "height", ...Object.keys(SHAPE), ...Object.keys(ORDER)];
    const before = attributes.slice(0, 3).map((name) => this.board.getAttribute(name)).join();
    this.board.setAttribute("width", facts.width);
    this.board.setAttribute("height", facts.height);
    for (const [name, fact] of Object.entries({ ...SHAPE, ...ORDER })) this.board.toggleAttribute(name, facts[fact]);
    const after = attributes.slice(0, 3).map((name) => this.board.getAttribute(name)).join();
    // The board lays itself out in a microtask of its own, which was asked for first.
    queueMicrotask(() => {
      if (before === after && this.pieces.size) this.#settle(this.pieces, this.side);
      else this.#settle(new Map(), facts.first_side);
    });
  }

  // ---- setting up ----
  #choose(tool) {
    this.tool = tool;
    for (const button of this.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    }
  }

  #press(square) {
    const there = this.pieces.get(square);
    const [side, rank] = this.tool.split(" ");
    const isSame = there && there.side === side && this.#rankOn(square, side, rank) === there.rank;
    this.#put(square, this.tool === NOTHING || isSame ? null : { side, rank });
  }

  #put(square, piece) {
    const pieces = new Map(this.pieces);
    pieces.delete(square);
    if (piece) pieces.set(square, { side: piece.side, rank: this.#rankOn(square, piece.side, piece.rank) });
    this.#settle(pieces, this.side);
    const now = pieces.get(square);
    this.board.announce(`${this.board.nameOf(square)}, ${message(now ? `${now.side}_${now.rank}` : "empty")}`);
  }

  // A man on the row where it is crowned is a king.
  #rankOn(square, side, rank) {
    const { row } = this.board.geometry.cellOf(square);
    return row === (side === "white" ? 0 : this.board.geometry.height - 1) ? "king" : rank;
  }

  #carry({ from, to }) {
    const piece = this.pieces.get(from);
    if (!piece || from === to) return;
    const pieces = new Map(this.pieces);
    pieces.delete(from);
    if (to !== null) pieces.set(to, { side: piece.side, rank: this.#rankOn(to, piece.side, piece.rank) });
    this.#settle(pieces, this.side);
  }

  #key(event) {
    const square = Number(event.target.dataset?.square);
    if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
    const tool = this.querySelectorAll("[data-tool]")[Number(event.key) - 1];
    if (tool) {
      this.#choose(tool.dataset.tool);
      this.board.announce(tool.textContent.trim());
    } else if (event.key === "Delete" || event.key === "Backspace") this.#put(square, null);
    else return;
    event.preventDefault();
  }

  #click(event) {
    const target = event.target.closest("[data-tool], [data-clear], [data-mirror], [data-flip]");
    if (!target) return;
    if ("tool" in target.dataset) this.#choose(target.dataset.tool);
    else if ("clear" in target.dataset) this.#settle(new Map(), this.rules.first_side);
    else if ("mirror" in target.dataset) this.#settle(mirrored(this.pieces, this.board.geometry), other(this.side));
    else target.setAttribute("aria-pressed", String(this.board.toggleAttribute("flipped")));
  }

  // The board, the field, the side to move and the link say the same; an answer belongs to one position.
  #settle(pieces, side) {
    this.#forget();
    this.pieces = pieces;
    this.side = side;
    const fen = writeFen(pieces, side, (square) => this.board.nameOf(square));
    this.board.setAttribute("fen", fen);
    this.field.value = pieces.size ? fen : "";
    this.#tell();
  }

  #forget() {
    for (const name of ["last-move", "captured"]) this.board.removeAttribute(name);
    this.querySelector("[data-answer]")?.replaceChildren();
  }

  #tell() {
    for (const choice of this.querySelectorAll("[name=side-to-move]")) choice.checked = choice.value === this.side;
    const address = new URL(this.form.action);
    address.searchParams.set("variant", this.variant.value);
    if (this.pieces.size) address.searchParams.set("fen", this.field.value);
    const book = this.form.elements.law_book?.value;
    if (book) address.searchParams.set("law_book", book);
    this.querySelector("[data-link]").dataset.text = address;
  }

  // ---- a line walked through ----
  #show({ fen, route, captured }) {
    this.board.setAttribute("fen", fen);
    for (const [name, text] of Object.entries({ "last-move": route, captured })) {
      if (text) this.board.setAttribute(name, text);
      else this.board.removeAttribute(name);
    }
    this.field.value = fen;
    this.#read();
  }

  #stepByKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, textarea, select, draughts-board")) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" }[event.key];
    const line = this.querySelector("proof-line");
    if (!step || !line) return;
    event.preventDefault();
    line.step(step);
  }
}

customElements.define("position-editor", PositionEditor);
