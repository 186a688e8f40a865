// <game-viewer>: steps through one judged game. The server wrote the page; this moves the board along it.
import "./adjudication.js";
import "./board/element.js";
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
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("draughts-line", (event) => this.#look(event.detail));
    const panel = this.querySelector("[data-legal]");
    panel?.addEventListener("toggle", () => this.#showLegal());
    this.#mark();
    this.#tell();
    if (panel?.open) this.#showLegal();
  }

  get last() {
    return this.payload.moves.length;
  }

  fenAt(ply) {
    return ply ? this.payload.moves[ply - 1].fen : this.payload.start_fen;
  }

  // Before `ply` half-moves nothing, after `last` nothing either: the illegal move is shown as tried.
  go(ply) {
    if (!this.board) return;
    const error = this.payload.first_error;
    const tried = error && ply === error.ply && ply === this.last + 1;
    this.ply = Math.max(0, Math.min(this.last, tried ? ply - 1 : ply));
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
    const panel = this.querySelector("[data-adjudication]");
    if (!panel) return;
    const fen = this.fenAt(this.ply);
    const link = panel.querySelector("[data-adjudicate]");
    const address = new URL(link.href);
    address.searchParams.set("fen", fen);
    address.searchParams.set("ply", this.ply);
    link.href = address;
    const [pieces] = fen.split(":+"); // what may follow counts the moves of kings
    panel.hidden = (pieces.match(/\d+/g) ?? []).length > Number(panel.dataset.most);
    panel.querySelector("[data-adjudication-answer]").replaceChildren();
  }

  // A position of a line that is no part of the game: shown until the next step.
  #look({ fen, route, captured }) {
    this.#set("fen", fen);
    this.#set("last-move", route);
    this.#set("captured", captured);
    this.#set("arrows", "");
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
    const link = this.querySelector(`[data-moves] [data-ply="${this.ply}"]`);
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
    const side = this.fenAt(this.ply).trim()[0].toUpperCase() === "B" ? "black" : "white";
    const moved = move ? `${move.number}${move.side === this.#firstSide() ? "." : "..."} ${move.text}` : message("start");
    now.textContent = `${moved} · ${message(`${side}_to_move`)}`;
  }

  #firstSide() {
    return this.dataset.firstSide;
  }

  async #showLegal() {
    const panel = this.querySelector("[data-legal]");
    if (!panel?.open) return;
    const ply = this.ply;
    const fen = this.fenAt(ply);
    // Running through a game asks for nothing; resting on a position does.
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (ply !== this.ply) return;
    try {
      const earlier = before(ply, (at) => this.fenAt(at));
      const answer = await askMoves(this.dataset.movesUrl, this.payload.variant, fen, earlier);
      if (ply !== this.ply) return;
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
    const target = event.target.closest("[data-ply], [data-go], [data-flip], [data-copy-fen], [data-evidence], [data-fen]");
    if (!target || target === this) return;
    clearTimeout(this.evidence);
    if ("ply" in target.dataset) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#visit(target);
    } else if ("fen" in target.dataset) {
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
    button.dataset.text = this.fenAt(this.ply);
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
    const print = this.querySelector("[data-print-link]");
    if (print) print.href = `${print.href.split("?")[0]}?ply=${this.ply}`;
  }
}

customElements.define("game-viewer", GameViewer);

// The keys belong to the viewer in sight, unless somebody is typing or walking the squares.
const KEYS = {
  ArrowLeft: (viewer) => viewer.step("back"),
  ArrowRight: (viewer) => viewer.step("on"),
  Home: (viewer) => viewer.step("start"),
  End: (viewer) => viewer.step("end"),
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
