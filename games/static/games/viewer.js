// <game-viewer>: steps through one judged game. The server wrote the page; this moves the board along it.
import "./adjudication.js";
import "./board/element.js";
import { readFen } from "./board/geometry.js";
import "./position/line.js";
import { askMoves, before } from "./positions.js";
import { message } from "./words.js";

const EVIDENCE_PAUSE = 1400;
const REST = 150;

class GameViewer extends HTMLElement {
  connectedCallback() {
    if (this.payload) return;
    this.payload = JSON.parse(document.getElementById(this.dataset.payload).textContent);
    this.board = this.querySelector("draughts-board");
    if (!this.board) return; // a record of rules not played here has no positions
    this.ply = Number(this.dataset.ply);
    this.side = null; // the move of a variation that is shown, none while the board is on the game
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("draughts-line", (event) => this.#look(event.detail));
    const panel = this.querySelector("[data-legal]");
    panel?.addEventListener("toggle", () => this.#showLegal());
    this.#mark();
    this.#tell();
    if (panel?.open) this.#showLegal();
    if (this.dataset.address) {
      this.#goToHash();
      window.addEventListener("hashchange", () => this.#goToHash());
    }
  }

  // A link to a position: #12 is the one after 12 moves of both sides.
  #goToHash() {
    if (/^#\d{1,4}$/.test(location.hash)) this.go(Number(location.hash.slice(1)));
  }

  get last() {
    return this.payload.moves.length;
  }

  fenAt(ply) {
    return ply ? this.payload.moves[ply - 1].fen : this.payload.start_fen;
  }

  // The position on the board: of the game, or of a variation.
  get fen() {
    return this.side?.dataset.fen ?? this.fenAt(this.ply);
  }

  // Before `ply` half-moves nothing, after `last` nothing either: the illegal move is shown as tried.
  go(ply) {
    if (!this.board) return;
    const error = this.payload.first_error;
    const tried = error && ply === error.ply && ply === this.last + 1;
    this.ply = Math.max(0, Math.min(this.last, tried ? ply - 1 : ply));
    this.side = null;
    const move = this.ply ? this.payload.moves[this.ply - 1] : null;
    this.#set("fen", this.fenAt(this.ply));
    this.#set("last-move", move?.route.join(" "));
    this.#set("captured", move?.captured.join(","));
    this.#set("arrows", this.#triedArrow());
    this.#mark();
    this.#tell();
    this.#showLegal();
    this.#askAnew();
    this.#remember();
  }

  // The question whether it is won follows the board; an answer belongs to one position.
  #askAnew() {
    for (const link of this.querySelectorAll("[data-follows-position]")) {
      const address = new URL(link.href);
      address.searchParams.set("fen", this.fen);
      link.href = address;
    }
    this.#countPieces(this.querySelector("[data-ending]"));
    const panel = this.querySelector("[data-adjudication]");
    if (!panel) return;
    const { fen } = this;
    const link = panel.querySelector("[data-adjudicate]");
    const address = new URL(link.href);
    address.searchParams.set("fen", fen);
    address.searchParams.set("ply", this.ply);
    link.href = address;
    const [pieces] = fen.split(":+"); // what may follow counts the moves of kings
    panel.hidden = (pieces.match(/\d+/g) ?? []).length > Number(panel.dataset.most);
    panel.querySelector("[data-adjudication-answer]").replaceChildren();
  }

  // The search for games with the same few pieces.
  #countPieces(link) {
    if (!link) return;
    const pieces = [...readFen(this.fen, this.board.geometry).pieces.values()];
    const address = new URL(link.href);
    for (const side of ["white", "black"]) {
      for (const [rank, kind] of [["man", "men"], ["king", "kings"]]) {
        const count = pieces.filter((piece) => piece.side === side && piece.rank === rank).length;
        address.searchParams.set(`${side}_${kind}`, count);
      }
    }
    link.href = address;
    link.hidden = pieces.length > Number(link.dataset.ending);
  }

  // A position of a line that is no part of the game: shown until the next step.
  #look({ fen, route, captured }) {
    this.#set("fen", fen);
    this.#set("last-move", route);
    this.#set("captured", captured);
    this.#set("arrows", "");
  }

  // A move of a variation: the board, and all that follows its position, goes there.
  #visitSide(move) {
    this.side = move;
    this.#look(move.dataset);
    this.#mark();
    this.#tell();
    this.#showLegal();
    this.#askAnew();
  }

  // Along the variation that is shown; before its first move is the game, or the line around it.
  #stepAside(where) {
    const moves = [...this.side.closest("[data-side-line]").querySelectorAll(":scope > [data-side-move]")];
    const at = moves.indexOf(this.side);
    const goals = { back: at - 1, on: at + 1, end: moves.length - 1 };
    if (!(where in goals)) return false;
    const next = moves[goals[where]];
    if (next) this.#visitSide(next);
    else if (where === "back") this.#leaveLine();
    return true;
  }

  #leaveLine() {
    const around = this.side.closest("[data-side-line]").parentElement.closest("[data-side-line]");
    const inner = this.side.closest("[data-side-line]");
    const earlier = [...(around?.querySelectorAll(":scope > [data-side-move]") ?? [])].filter(
      (move) => move.compareDocumentPosition(inner) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (earlier.length) this.#visitSide(earlier.at(-1));
    else this.go(this.#plyBeside(inner));
  }

  // The half-move of the game that a variation stands beside: the last one in the row above it.
  #plyBeside(line) {
    const links = [...(line.closest(".moves__row")?.querySelectorAll("[data-ply]") ?? [])];
    const plies = links.map((link) => Number(link.dataset.ply));
    return plies.length ? Math.max(...plies) : this.ply;
  }

  #set(name, value) {
    if (value) this.board.setAttribute(name, value);
    else this.board.removeAttribute(name);
  }

  #triedArrow() {
    const error = this.payload.first_error;
    if (!error || error.ply !== this.ply + 1) return "";
    const squares = this.dataset.tried ?? "";
    return squares && `!${squares}`;
  }

  #mark() {
    const error = this.payload.first_error;
    const current = this.querySelector("[data-moves] [aria-current]");
    current?.removeAttribute("aria-current");
    const link = this.side ?? this.querySelector(`[data-moves] [data-ply="${this.ply}"]`);
    link?.setAttribute("aria-current", "true");
    const isAtError = error?.ply === this.ply + 1;
    for (const finding of this.querySelectorAll(".finding--error[data-finding]")) {
      finding.classList.toggle("is-here", isAtError);
    }
    this.#follow();
  }

  // Keeps the current move in sight inside its list, without moving the page.
  #follow() {
    const list = this.querySelector("[data-moves]");
    const link = list?.querySelector(".finding.is-here") ?? list?.querySelector("[aria-current]");
    if (!list || list.scrollHeight <= list.clientHeight) return;
    if (!link) {
      list.scrollTop = 0;
      return;
    }
    const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    const bottom = Math.min(outer.bottom, Math.max(innerHeight, outer.top + 160)); // of what the window shows of it
    const isBelow = inner.bottom > bottom - 20;
    if (isBelow) list.scrollTop += Math.min(inner.bottom - bottom + 60, inner.top - outer.top - 100);
    else if (inner.top < outer.top + 40) list.scrollTop += inner.top - outer.top - 100;
  }

  #tell() {
    const now = this.querySelector("[data-now]");
    const move = this.ply ? this.payload.moves[this.ply - 1] : null;
    const side = this.fen.trim()[0].toUpperCase() === "B" ? "black" : "white";
    const moved = move ? `${move.number}${move.side === this.#firstSide() ? "." : "..."} ${move.text}` : message("start");
    const shown = this.side ? `${this.side.dataset.label} ${this.side.textContent}` : moved;
    now.textContent = `${shown} · ${message(`${side}_to_move`)}`;
  }

  #firstSide() {
    return this.dataset.firstSide;
  }

  async #showLegal() {
    const panel = this.querySelector("[data-legal]");
    if (!panel?.open) return;
    const ply = this.ply;
    const { fen, side } = this;
    // Running through a game asks for nothing; resting on a position does.
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (ply !== this.ply || side !== this.side) return;
    try {
      const earlier = side ? [] : before(ply, (at) => this.fenAt(at));
      const answer = await askMoves(this.dataset.movesUrl, this.payload.variant, fen, earlier);
      if (ply !== this.ply || side !== this.side) return;
      this.#listLegal(panel, answer.moves);
    } catch {
      panel.querySelector("[data-legal-list]").replaceChildren(message("no_answer"));
    }
  }

  #listLegal(panel, moves) {
    const items = moves.map((move) => {
      const item = document.createElement("li");
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "move-chip score",
        textContent: move.text,
      });
      const show = () => this.#set("arrows", move.route.join("-"));
      const hide = () => this.#set("arrows", this.#triedArrow());
      button.addEventListener("pointerenter", show);
      button.addEventListener("pointerleave", hide);
      button.addEventListener("focus", show);
      button.addEventListener("blur", hide);
      item.append(button);
      return item;
    });
    panel.querySelector("[data-legal-list]").replaceChildren(...items);
    panel.querySelector("[data-legal-empty]").hidden = moves.length > 0;
  }

  #click(event) {
    const target = event.target.closest("[data-ply], [data-go], [data-flip], [data-copy-fen], [data-evidence], [data-fen], [data-side-move]");
    if (!target || target === this) return;
    clearTimeout(this.evidence);
    if ("ply" in target.dataset) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#visit(target);
    } else if ("sideMove" in target.dataset) this.#visitSide(target);
    else if ("fen" in target.dataset) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#look(target.dataset);
    } else if ("go" in target.dataset) this.step(target.dataset.go);
    else if ("flip" in target.dataset) this.flip();
    else if ("copyFen" in target.dataset) this.#copyFen(target);
    else this.#showEvidence([...target.closest(".evidence").querySelectorAll("[data-ply]")]);
  }

  // A link to a position; one to a move that was only intended shows it as an arrow.
  #visit({ dataset }) {
    this.go(Number(dataset.ply));
    if (dataset.arrow) this.#set("arrows", dataset.arrow);
  }

  step(where) {
    if (this.side && this.#stepAside(where)) return;
    const goals = { start: 0, back: this.ply - 1, on: this.ply + 1, end: this.last };
    this.go(where in goals ? goals[where] : Number(where));
  }

  toError() {
    const error = this.payload.first_error;
    if (error) this.go(error.ply - 1);
  }

  flip() {
    const isFlipped = this.board?.toggleAttribute("flipped");
    this.querySelector("[data-flip]")?.setAttribute("aria-pressed", String(isFlipped));
  }

  #copyFen(button) {
    button.dataset.text = this.fen;
  }

  #showEvidence([link, ...rest]) {
    if (!link) return;
    this.#visit(link);
    this.evidence = setTimeout(() => this.#showEvidence(rest), EVIDENCE_PAUSE);
  }

  #remember() {
    if (!this.dataset.address) return;
    const address = new URL(location.href);
    address.searchParams.set("ply", this.ply);
    history.replaceState(history.state, "", address);
    for (const link of this.querySelectorAll("[data-print-link], [data-share-link]")) {
      link.href = `${link.href.split("?")[0]}?ply=${this.ply}`;
    }
  }
}

customElements.define("game-viewer", GameViewer);

// The keys belong to the viewer in sight, unless somebody is typing or walking the squares.
const KEYS = {
  ArrowLeft: (viewer) => viewer.step("back"),
  ArrowRight: (viewer) => viewer.step("on"),
  Home: (viewer) => viewer.step("start"),
  End: (viewer) => viewer.step("end"),
  Escape: (viewer) => viewer.side && viewer.go(viewer.ply),
  f: (viewer) => viewer.flip(),
  e: (viewer) => viewer.toError(),
  "?": () => document.getElementById("keys")?.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, dialog, [contenteditable]")) return;
  const viewer = [...document.querySelectorAll("game-viewer")].find((one) => !one.hidden);
  if (!viewer || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key](viewer);
});
