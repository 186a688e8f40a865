// <opening-explorer>: a move made on the board, or a press on a link, shows the next position without a new page.
// Without a script every move is a link. The links of the part beside the board are the moves that can be made.
import "../board/element.js";
import { message } from "../words.js";

const squares = (text) => text.split(" ").filter(Boolean).map(Number);

class OpeningExplorer extends HTMLElement {
  connectedCallback() {
    if (this.board) return;
    this.board = this.querySelector("draughts-board");
    this.beside = this.querySelector("[data-part]");
    this.board.addEventListener("draughts-move", (event) => this.go(event.detail.address));
    this.board.addEventListener("draughts-refused", () => this.board.refuse());
    this.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("popstate", () => this.#load(location.href));
    this.#show();
  }

  // Shows an address and remembers it, so that Back of the browser takes the move back.
  async go(address) {
    if (await this.#load(address)) history.pushState(null, "", address);
  }

  async #load(address) {
    this.asked = address;
    this.beside.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { headers: { "HX-Request": "true" } });
      const text = await response.text();
      if (this.asked !== address) return false;
      const page = new DOMParser().parseFromString(text, "text/html");
      if (!page.querySelector("[data-position]")) throw new Error(response.statusText);
      this.beside.replaceChildren(...page.body.childNodes);
      this.#show();
      return true;
    } catch {
      this.board.cancel();
      this.board.announce(message("no_answer"));
      return false;
    } finally {
      if (this.asked === address) this.beside.removeAttribute("aria-busy");
    }
  }

  // The board follows the part beside it, and so do the fields of the filters.
  #show() {
    const { fen, startFen, line, lastMove, captured, flipped } = this.beside.querySelector("[data-position]").dataset;
    const attributes = { fen, "last-move": lastMove, captured };
    for (const [name, value] of Object.entries(attributes)) {
      if (value) this.board.setAttribute(name, value);
      else this.board.removeAttribute(name);
    }
    this.board.toggleAttribute("flipped", flipped !== undefined);
    // The board draws itself in a microtask of its own, which was asked for first.
    queueMicrotask(() => {
      this.board.moves = [...this.beside.querySelectorAll("[data-route]")].map(({ dataset, href }) => ({
        text: dataset.text,
        route: squares(dataset.route),
        captured: squares(dataset.captured),
        address: href,
      }));
    });
    const form = document.querySelector("[data-filters]");
    if (!form) return;
    form.elements.fen.value = startFen;
    form.elements.moves.value = line;
  }

  #click(event) {
    const link = event.target.closest("a[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.href);
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, textarea, select, draughts-board")) return;
    const wanted = { ArrowLeft: "back", ArrowRight: "move", Home: "start", f: "flip" }[event.key];
    const link = wanted && this.beside.querySelector(`[data-go="${wanted}"]`);
    if (!link) return;
    event.preventDefault();
    this.go(link.href);
  }
}

customElements.define("opening-explorer", OpeningExplorer);
