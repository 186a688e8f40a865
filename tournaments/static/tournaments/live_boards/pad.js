// <live-pad>: an operator enters the moves of a game in play. Two taps a move; a move that is the only one takes one.
// A move is drawn at once, kept in the outbox, and sent with the number of the change that it follows until an answer
// comes, also after the page was closed. The legal moves after it come with the answer. If that is late, further moves
// are noted by their two squares, unchecked, and sent in order, each after the one before was accepted; the first that
// is refused stops those after it, which stay on the device until a person decides.
import { newKey, outbox } from "../../club/outbox.js";
import "../../games/board/element.js";
import { readFen } from "../../games/board/geometry.js";
import { setClocks, setTime } from "./clocks.js";
import { missedBefore } from "./missing.js";
import { noted } from "./noting.js";
import { isBehind } from "./reading.js";

const LATE = 1_500; // milliseconds without an answer, after which further moves are noted

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
    outbox.addEventListener("late", ({ detail }) => detail.lane === this.#lane() && this.#noteFromNow());
    this.#show(JSON.parse(this.querySelector("script").textContent));
    if (isBehind(this)) this.#read();
    outbox.ready.then(() => this.#follow());
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
    for (const part of this.querySelectorAll("[data-ask], [data-choice], [data-sure], [data-missing], [data-noted]")) part.hidden = true;
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
    const body = { moves: texts.map((text) => ({ text })), sequence: this.#sequence(), key: newKey(), ...more };
    await this.#send("moves", "POST", body, drawn ? { drawn } : {});
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
    if (this.isSending) {
      if (this.isNoting && to !== null && to !== undefined) this.#note(from, to);
      return;
    }
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

  // While answers are late, the last move is taken off the device if it was not sent.
  #takeBack() {
    if (this.isSending) {
      const last = this.#waiting().at(-1);
      if (last && !outbox.isTried(last)) outbox.drop(last.key).then(() => this.#drawAhead());
      else this.#say(this.dataset.mayHaveArrived);
      return;
    }
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
    const running = /^\s*b/i.test(this.#ahead().fen) ? "black" : "white";
    this.#send("clocks", "PUT", { key: newKey(), white: seconds("white"), black: seconds("black"), running });
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
    else if ("finishNow" in button.dataset) this.#send("finish", "POST", { outcome: this.outcome, sequence: this.#sequence(), key: newKey() });
    else if ("sendRest" in button.dataset) this.#sendRest();
    else if ("discardRest" in button.dataset) this.#discardRest();
    else if ("refusedPlayed" in button.dataset) this.#wasPlayed();
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

  // ---- moves on this device ----
  #lane() {
    return `board ${this.dataset.liveBoard}`;
  }

  #of(state) {
    return outbox.of("move").filter((one) => one.lane === this.#lane() && one.state === state);
  }

  #waiting() {
    return this.#of("waiting");
  }

  // The number of the change that the next entry follows: each entry on its way makes one.
  #sequence() {
    return this.#waiting().at(-1)?.next ?? this.state.sequence;
  }

  // The board after the entries on their way.
  #ahead() {
    let at = this.state;
    for (const { drawn, note } of this.#waiting()) {
      if (note) at = noted(at.fen, note.from, note.to, this.board.geometry);
      else if (drawn) at = drawn;
    }
    return at;
  }

  #drawAhead() {
    const { fen, route, captured } = this.#ahead();
    const texts = this.#waiting().flatMap(({ fields }) => (fields.moves ?? []).map(({ text }) => text));
    this.#draw(fen, route, captured);
    this.board.moves = [];
    this.part("score").textContent = this.#score([...this.state.moves, ...texts]);
    this.part("undo").disabled = false;
    this.part("turn").textContent = this.dataset[/^\s*b/i.test(fen) ? "toMoveBlack" : "toMoveWhite"];
    this.part("noted").hidden = !this.isNoting;
    this.part("noted-moves").textContent = texts.join("  ");
  }

  #noteFromNow() {
    if (!this.isSending) return;
    this.isNoting = true;
    this.#say(this.dataset.waiting);
    this.#drawAhead();
  }

  #note(from, to) {
    const { fen } = this.#ahead();
    if (!readFen(fen, this.board.geometry).pieces.has(from)) return;
    const { captured } = noted(fen, from, to, this.board.geometry);
    const text = [from, to].map((square) => this.board.nameOf(square)).join(captured.length ? "x" : "-");
    const body = { moves: [{ text }], sequence: this.#sequence(), key: newKey(), only_legal: true };
    this.#send("moves", "POST", body, { note: { from, to } });
  }

  // What was refused, and the moves after it, which were not sent.
  #drawStopped() {
    const [refused] = this.#of("refused");
    const stopped = this.#of("stopped");
    this.part("stopped").hidden = !refused && !stopped.length;
    const moves = ({ fields }) => (fields.moves ?? []).map(({ text }) => text).join(" ");
    this.part("refused-told").textContent = refused ? `${moves(refused)}: ${refused.refusal}` : "";
    this.part("stopped-moves").textContent = stopped.map((one) => moves(one) || one.label).join("  ");
    for (const part of this.querySelectorAll("[data-rest]")) part.hidden = !stopped.length;
    this.part("refused-played").hidden = refused?.told?.code !== "live_move_not_legal";
  }

  async #sendRest() {
    const rest = this.#of("stopped");
    await this.#dropAll([...this.#of("refused"), ...rest]);
    for (const { fields, address, method, drawn, note, label } of rest) {
      const key = newKey();
      const told = "sequence" in fields ? { ...fields, sequence: this.#sequence(), only_legal: true } : fields;
      const squares = note ?? (drawn && { from: drawn.route[0], to: drawn.route.at(-1) });
      this.#put(key, address, method, { ...told, key }, { note: squares, label });
    }
    this.#follow();
  }

  async #discardRest() {
    await this.#dropAll([...this.#of("refused"), ...this.#of("stopped")]);
    if (!this.isSending) this.#show(this.state);
  }

  // The refused move was played: the arbiter is told of it.
  async #wasPlayed() {
    const [refused] = this.#of("refused");
    if (this.isSending || !refused) return;
    await outbox.drop(refused.key);
    this.#enter(refused.fields.moves.map(({ text }) => text));
  }

  async #dropAll(entries) {
    for (const { key } of entries) await outbox.drop(key);
    this.#drawStopped();
  }

  // ---- sending ----
  async #send(what, method, fields, more = {}) {
    const label = [this.querySelector("h2").textContent, ...(fields.moves ?? []).map((move) => move.text)].join(" ");
    this.#put(fields.key, this.#address(what), method, fields, { ...more, label });
    await this.#follow();
  }

  #put(key, address, method, fields, more) {
    const next = this.#sequence() + 1;
    outbox.put({ key, kind: "move", lane: this.#lane(), topic: key, address, method, isJson: true, isChained: true, fields, next, ...more });
  }

  // Follow the entries of this board, also those from before the page was loaded, until all have their answers.
  async #follow() {
    if (this.#waiting().length) this.#drawAhead();
    this.#drawStopped();
    if (this.isSending || !this.#waiting().length) return;
    this.isSending = true;
    this.classList.add("is-sending");
    const late = setTimeout(() => this.#noteFromNow(), navigator.onLine ? LATE : 0);
    let said = null; // of what was refused
    let isUnknown = false;
    for (let [entry] = this.#waiting(); entry; [entry] = this.#waiting()) {
      const answer = await this.#answerTo(entry.key);
      if (answer?.refusal) said = await this.#refused(entry, answer);
      else if (answer) this.state = answer.told;
      else isUnknown = true;
      if (this.#waiting().length) this.#drawAhead();
    }
    clearTimeout(late);
    this.isSending = this.isNoting = false;
    this.classList.remove("is-sending");
    this.#show(this.state);
    if (said) this.#say(said);
    if (said === null && !this.#of("stopped").length) await this.#dropAll(this.#of("refused"));
    this.#drawStopped();
    if (isUnknown) await this.#read();
    await this.#catchUp();
  }

  // The answer to an entry; null if it is no longer on the device: taken back, or answered in another tab.
  #answerTo(key) {
    return new Promise((resolve) => {
      const end = (answer) => {
        outbox.removeEventListener("change", look);
        resolve(answer);
      };
      const look = () => outbox.all.has(key) || setTimeout(end, 0, null); // its answer comes first
      outbox.answered(key).then(end);
      outbox.addEventListener("change", look);
    });
  }

  // Players have one address for everything that they do.
  #address(what) {
    return "oneAddress" in this.dataset ? this.dataset.url : `${this.dataset.url}${what}`;
  }

  // A legal move that was refused is dropped, and the board shows what became of it. One that was noted, or has moves
  // after it, stays until a person has decided. Returns what is said of it beside the board.
  async #refused(entry, { told, status }) {
    const isKept = Boolean(entry.note) || this.#of("stopped").length > 0;
    const fresh = await this.#fetched("entry");
    if (fresh && fresh.sequence > this.state.sequence) this.state = fresh;
    if (isKept) return "";
    await outbox.drop(entry.key);
    return [told.title, told.next].filter(Boolean).join(" ") || String(status);
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
outbox.handlers.move = {
  showsRefused: ({ lane }) => Boolean(document.querySelector(`live-pad[data-live-board="${lane.split(" ")[1]}"]`)),
};
customElements.define("live-pad", LivePad);
