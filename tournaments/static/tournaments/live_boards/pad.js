// <live-pad>: an operator enters the moves of a game in play. Two taps a move; a move that is the only one takes one.
// A move is drawn at once and sent with the number of the change that it follows. Without network it is sent again
// until an answer comes; meanwhile no further move is taken, so that nothing is ever sent out of order.
import "../../games/board/element.js";
import { readFen } from "../../games/board/geometry.js";
import { token } from "../../games/positions.js";
import { setClocks, setTime } from "./clocks.js";
import { missedBefore } from "./missing.js";
import { isBehind } from "./reading.js";

const AGAIN = [500, 1_000, 2_000, 5_000];
const RETRY = [429, 500, 502, 503, 504];

function filled(text, move) {
  return text.replace("%(move)s", move);
}

class LivePad extends HTMLElement {
  connectedCallback() {
    this.board = this.querySelector("draughts-board");
    this.board.addEventListener("draughts-move", ({ detail }) => this.#played(detail));
    this.board.addEventListener("draughts-refused", ({ detail }) => this.#ask(detail));
    this.board.addEventListener("draughts-choose", ({ detail }) => this.#offer(detail.moves));
    this.board.setAttribute("play-only", "");
    this.addEventListener("click", (event) => this.#click(event));
    this.part("clocks")?.addEventListener("submit", (event) => this.#setClocks(event));
    this.addEventListener("live-event", ({ detail }) => this.#heard(detail));
    document.addEventListener("visibilitychange", () => document.hidden || this.isSending || this.#read());
    this.#show(JSON.parse(this.querySelector("script").textContent));
    if (isBehind(this)) this.#read();
  }

  part(name) {
    return this.querySelector(`[data-${name}]`);
  }

  #show(state) {
    this.state = state;
    this.missing = null;
    this.board.forgetKept();
    this.#draw(state.fen, state.route, state.captured);
    this.board.moves = state.legal;
    this.part("score").textContent = this.#score(state.moves);
    this.part("undo").disabled = !state.moves.length && !state.held.length;
    setClocks(this, { white: state.white, black: state.black, running: state.running, at: state.clock_at });
    const isOver = state.state === "finished";
    this.classList.toggle("is-finished", isOver);
    this.#say(isOver ? this.dataset.over : state.held.length ? filled(this.dataset.held, state.held[0]) : "");
    this.part("turn").textContent = isOver ? "" : this.dataset[/^\s*b/i.test(state.fen) ? "toMoveBlack" : "toMoveWhite"];
    for (const part of this.querySelectorAll("[data-ask], [data-choice], [data-sure], [data-missing]")) part.hidden = true;
  }

  #draw(fen, route, captured) {
    this.board.setAttribute("fen", fen);
    this.board.setAttribute("last-move", route.join(" "));
    this.board.setAttribute("captured", captured.join(","));
    this.board.setAttribute("marks", "");
  }

  // The last moves are what an operator compares with the board.
  #score(moves) {
    return moves.slice(-5).join("  ");
  }

  #say(text) {
    this.part("told").textContent = text;
    this.part("told").hidden = !text;
  }

  // ---- moves ----
  async #enter(texts, drawn = null, more = {}) {
    if (this.isSending) return;
    if (drawn) {
      this.#draw(drawn.fen, drawn.route, drawn.captured);
      this.board.moves = [];
      this.part("score").textContent = this.#score([...this.state.moves, drawn.text]);
    }
    const body = { moves: texts.map((text) => ({ text })), sequence: this.state.sequence, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, ...more };
    await this.#send("moves", "POST", body);
  }

  #played(move, text = move.text) {
    if (!this.missing) return this.#enter([text], move);
    if (!this.missing.later) return this.#askMissing(move);
    return this.#enter([text, move.later], move);
  }

  #offer(moves) {
    const choice = this.part("choice");
    const buttons = moves.map((move) => {
      const text = move.route.map((square) => this.board.nameOf(square)).join("x");
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text });
      button.addEventListener("click", () => this.#played(move, text));
      return button;
    });
    choice.replaceChildren(...buttons);
    choice.hidden = false;
  }

  #ask({ from, to }) {
    if (this.isSending) return;
    if (to === null || to === undefined) {
      this.#missed(from);
      return;
    }
    if (this.missing) {
      if (readFen(this.state.fen, this.board.geometry).pieces.has(to)) this.#missed(to);
      else this.#land(to);
      return;
    }
    this.asked = `${this.board.nameOf(from)}-${this.board.nameOf(to)}`;
    this.part("asked").textContent = filled(this.dataset.illegal, this.asked);
    this.part("ask").hidden = false;
  }

  // ---- a move that was missed ----
  // A piece of the side that is not to move was tapped: a move before it is missing. The tapped move is kept until
  // the missing one is known, and both are sent together. What follows each legal move is asked for; the squares
  // tapped meanwhile wait for the answer.
  async #missed(square) {
    const { side, pieces } = readFen(this.state.fen, this.board.geometry);
    const piece = pieces.get(square);
    if (!piece || this.state.state === "finished") return;
    const wasMissing = this.missing;
    if (wasMissing) this.#show(this.state);
    if (piece.side === side) {
      if (wasMissing) this.board.pick(square); // the usual move is meant after all
      return;
    }
    const missing = { square, to: null, replies: null, later: null };
    this.missing = missing;
    this.#tellMissing(this.dataset[piece.side === "white" ? "whereWhite" : "whereBlack"]);
    this.board.setAttribute("fen", this.state.fen.replace(/^\s*[WB]/i, piece.side === "white" ? "W" : "B"));
    this.board.moves = [];
    this.board.pick(square);
    const told = await this.#fetched("entry", "replies=1");
    if (this.missing !== missing) return;
    if (told && told.sequence !== this.state.sequence) this.#show(told);
    else this.#explain(missing, told ? missedBefore(told.legal, square) : [], side);
  }

  #explain(missing, replies, side) {
    if (!replies.length) {
      this.#show(this.state);
      this.#say(this.dataset[side === "black" ? "missedBlack" : "missedWhite"]);
      this.board.setAttribute("marks", [...new Set(this.state.legal.map((move) => move.route[0]))].join(" "));
      return;
    }
    missing.replies = replies;
    this.board.moves = replies;
    if (missing.to !== null || replies.length === 1) this.#land(missing.to ?? replies[0].route.at(-1));
    if (missing.later) this.board.pressKept();
    else this.board.forgetKept();
  }

  // The tapped move ends on this square.
  #land(to) {
    const { square, replies, later } = this.missing;
    if (!replies) {
      this.missing.to = to;
      this.board.keepPresses();
      return;
    }
    const found = later ? [] : replies.filter((reply) => reply.route.at(-1) === to);
    if (found.length === 1) this.#askMissing(found[0]);
    else if (found.length) this.#offer(found);
    else {
      this.board.refuse();
      if (!later) this.board.pick(square);
    }
  }

  #askMissing(move) {
    const { firsts } = move;
    this.missing.later = move;
    this.#draw(this.state.fen, this.state.route, this.state.captured);
    this.board.moves = firsts;
    this.part("choice").hidden = true;
    this.board.setAttribute("marks", [...new Set(firsts.map((first) => first.route[0]))].join(" "));
    const isBlack = /^\s*b/i.test(this.state.fen);
    this.#tellMissing(filled(this.dataset[isBlack ? "whichBlack" : "whichWhite"], move.text));
    const both = this.part("both");
    both.hidden = firsts.length !== 1;
    both.textContent = filled(this.dataset.both, `${firsts[0].text}, ${firsts[0].later}`);
  }

  #tellMissing(text) {
    this.#say("");
    this.part("which").textContent = text;
    this.part("both").hidden = true;
    this.part("missing").hidden = false;
  }

  #takeBack() {
    if (this.missing) this.#show(this.state);
    else if (this.state.held.length) this.#enter([], null, { keep: this.state.plies });
    else this.#enter([], null, { keep: this.state.plies - 1 });
  }

  // ---- clocks and result ----
  #setClocks(event) {
    event.preventDefault();
    const seconds = (name) => {
      const found = /^(\d{1,3}):(\d{2})$/.exec(event.target.elements[name].value.trim());
      return found ? Number(found[1]) * 60 + Number(found[2]) : this.state[name];
    };
    const running = /^\s*b/i.test(this.state.fen) ? "black" : "white";
    this.#send("clocks", "PUT", { white: seconds("white"), black: seconds("black"), running });
    event.target.reset();
  }

  #click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if ("undo" in button.dataset) this.#takeBack();
    else if ("flip" in button.dataset) button.setAttribute("aria-pressed", String(this.board.toggleAttribute("flipped")));
    else if ("played" in button.dataset) this.#enter([this.asked]);
    else if ("both" in button.dataset) this.#played(this.board.moves[0]);
    else if ("cancel" in button.dataset) this.#show(this.state);
    else if ("notPlayed" in button.dataset) this.part("ask").hidden = true;
    else if ("finish" in button.dataset) this.#sure(button);
    else if ("finishNow" in button.dataset) this.#send("finish", "POST", { outcome: this.outcome, sequence: this.state.sequence });
  }

  #sure(button) {
    this.outcome = button.dataset.finish;
    for (const other of this.querySelectorAll("[data-finish]")) other.setAttribute("aria-pressed", String(other === button));
    this.part("sure").hidden = false;
  }

  // ---- other pads of this board ----
  #heard(event) {
    this.latest = event ? Math.max(this.latest ?? 0, event.data.sequence) : Infinity;
    if (!this.isSending) this.#catchUp();
  }

  async #catchUp() {
    if (!(this.latest > this.state.sequence)) return;
    this.latest = 0;
    await this.#read();
  }

  // ---- sending ----
  async #send(what, method, body) {
    if (this.isSending) return;
    this.isSending = true;
    this.classList.add("is-sending");
    let answer = null;
    for (let attempt = 0; !answer; attempt += 1) {
      answer = await this.#tried(what, method, body);
      if (answer) break;
      this.#say(this.dataset.waiting);
      const wait = AGAIN[Math.min(attempt, AGAIN.length - 1)];
      await new Promise((resume) => setTimeout(resume, wait));
    }
    const told = await answer.json().catch(() => ({}));
    this.isSending = false;
    this.classList.remove("is-sending");
    if (answer.ok) this.#show(told);
    else await this.#refused(told, answer.status);
    await this.#catchUp();
  }

  // Players have one address for everything that they do.
  #address(what) {
    return "oneAddress" in this.dataset ? this.dataset.url : `${this.dataset.url}${what}`;
  }

  async #tried(what, method, body) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() };
    const told = { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(this.#address(what), told).catch(() => null);
    return !answer || RETRY.includes(answer.status) ? null : answer;
  }

  // The board shows a move that was not taken: it is drawn again as it is.
  async #refused({ title, next }, status) {
    this.#show(this.state);
    await this.#read();
    this.#say([title, next].filter(Boolean).join(" ") || String(status));
  }

  async #fetched(what, query = "") {
    const address = `${this.#address(what)}?${query}`;
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    return answer?.ok ? answer.json() : null;
  }

  async #read() {
    const told = await this.#fetched("entry");
    // What is not newer changes nothing, and a piece picked up meanwhile stays picked up.
    if (told && !this.isSending && told.sequence > this.state.sequence) this.#show(told);
  }
}

setTime(document.querySelector(".live-pads").dataset.now);
customElements.define("live-pad", LivePad);
