// <proof-line>: the moves that show an answer, walked through on the board beside it. It tells where it is by
// the event draughts-line (detail: fen, route, captured); whoever has the board shows the position.
import { message } from "../words.js";

const BOARDS = "game-viewer, position-editor";

class ProofLine extends HTMLElement {
  connectedCallback() {
    if (this.moves) return;
    this.moves = [...this.querySelectorAll("[data-fen]")];
    this.at = 0; // moves made
    const steps = this.querySelector("[data-steps]");
    if (!this.closest(BOARDS) || !steps) return; // no board beside it: the links lead to pages of their own
    steps.hidden = false;
    this.addEventListener("click", (event) => this.#click(event));
    this.#mark();
  }

  #click(event) {
    const target = event.target.closest("[data-step], [data-fen]");
    if (!target || !this.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if ("step" in target.dataset) this.step(target.dataset.step);
    else this.go(this.moves.indexOf(target) + 1);
  }

  step(where) {
    const goals = { start: 0, back: this.at - 1, on: this.at + 1, end: this.moves.length };
    this.go(goals[where]);
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    const move = this.moves[this.at - 1]?.dataset;
    const detail = { fen: move?.fen ?? this.dataset.start, route: move?.route ?? "", captured: move?.captured ?? "" };
    this.dispatchEvent(new CustomEvent("draughts-line", { detail, bubbles: true }));
    this.#mark();
  }

  // The board shows a position that is none of this line.
  leave() {
    this.at = 0;
    for (const link of this.moves) link.removeAttribute("aria-current");
    this.querySelector("[data-now]").textContent = "";
  }

  #mark() {
    for (const [index, link] of this.moves.entries()) {
      if (index + 1 === this.at) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const move = this.moves[this.at - 1];
    const fen = move?.dataset.fen ?? this.dataset.start;
    const side = fen.trim()[0].toUpperCase() === "B" ? "black" : "white";
    const words = [move ? `${move.dataset.label} ${move.textContent}` : message("start"), message(`${side}_to_move`)];
    this.querySelector("[data-now]").textContent = words.join(" · ");
    for (const button of this.querySelectorAll("[data-step]")) {
      const isBack = button.dataset.step === "start" || button.dataset.step === "back";
      button.disabled = isBack ? this.at === 0 : this.at === this.moves.length;
    }
  }
}

customElements.define("proof-line", ProofLine);
