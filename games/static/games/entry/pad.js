// <entry-pad>: a game entered on the board or by typed squares. The server alone says what is legal.
import "../board/element.js";
import { askMoves, before, post } from "../positions.js";
import { message } from "../words.js";
import { beep } from "./beep.js";
import { aside, keep, present, setAside, takeUp } from "./drafts.js";
import { Score } from "./score.js";
import { isWhole, meant, readSquares } from "./typing.js";

const FORCED_PAUSE = 320;

class EntryPad extends HTMLElement {
  connectedCallback() {
    this.variants = JSON.parse(document.getElementById("entry-variants").textContent);
    this.board = this.querySelector("draughts-board");
    this.form = this.querySelector("form");
    this.typed = this.querySelector("[data-typed]");
    this.answer = this.querySelector("[data-answer]");
    this.legal = null; // the moves of the position shown; null until they are known
    this.asked = null; // the question under way, or the last one
    this.turn = 0; // grows with every change, so that a late answer is known as late
    this.settingUp = null; // the position being set up, or the last one
    this.#listen();
    this.#restore();
  }

  part(name) {
    return this.querySelector(`[data-${name}]`);
  }

  #listen() {
    this.board.addEventListener("draughts-move", (event) => this.play(event.detail));
    this.board.addEventListener("draughts-refused", (event) => this.#refuseSquares(event.detail));
    this.board.addEventListener("draughts-choose", (event) => this.#offer(event.detail.moves));
    this.typed.addEventListener("input", () => {
      if (isWhole(this.typed.value)) this.#readTyped();
    });
    this.typed.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.#readTyped();
      } else if (event.key === "Backspace" && !this.typed.value) {
        event.preventDefault();
        this.takeBack();
      }
    });
    this.part("undo").addEventListener("click", () => this.takeBack());
    this.part("cut").addEventListener("click", () => this.#cut());
    this.part("flip").addEventListener("click", (event) => {
      const isFlipped = this.board.toggleAttribute("flipped");
      event.currentTarget.setAttribute("aria-pressed", String(isFlipped));
    });
    this.part("variant").addEventListener("change", (event) => this.#begin(event.target.value));
    this.part("set-up").addEventListener("click", () => {
      this.settingUp = this.#setUp();
    });
    this.part("new").addEventListener("click", () => this.#begin(this.score.variant.key));
    this.part("score").addEventListener("click", (event) => {
      const link = event.target.closest("[data-ply]");
      if (link) this.#show(Number(link.dataset.ply));
    });
    this.form.addEventListener("input", () => this.#write());
    this.form.addEventListener("submit", () => this.#write());
    window.addEventListener("online", () => this.#known());
  }

  // ---- beginning ----
  #restore() {
    const kept = present();
    for (const draft of [kept, ...aside()]) this.#learn(draft);
    const address = new URLSearchParams(location.search);
    const asked = address.get("variant");
    const fen = address.get("fen");
    const isOther = asked in this.variants && (asked !== kept?.variant || (fen && fen !== kept.startFen));
    if (kept?.variant in this.variants && !isOther) {
      this.#resume(kept);
      return;
    }
    this.#putAside(kept);
    this.#begin(isOther ? asked : this.part("variant").value, isOther && fen ? fen : undefined);
  }

  // The first position without a move is nothing to come back to.
  #putAside(draft) {
    const start = this.variants[draft?.variant]?.start_fen;
    if (start && (draft.moves.length || draft.startFen !== start)) setAside(draft);
  }

  #resume({ variant, startFen, moves, headers }) {
    for (const [name, value] of Object.entries(headers ?? {})) {
      const input = this.form.elements[name];
      if (input) input.value = value;
    }
    this.#layBoard(variant, startFen);
    this.score.moves = moves;
    this.#settle();
  }

  // A score begun by house rules that are offered no longer is gone on with by them.
  #learn(draft) {
    if (!draft?.facts || draft.variant in this.variants) return;
    this.variants[draft.variant] = draft.facts;
    this.part("variant").add(new Option(draft.facts.name, draft.variant));
  }

  // What was begun before a link with another variant was followed is offered back.
  #listAside() {
    const buttons = aside().map(({ variant, moves }, index) => {
      const name = this.variants[variant]?.name ?? variant;
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "button button--small",
        textContent: message("go_on_with", { variant: name, count: Math.ceil(moves.length / 2) }),
      });
      button.addEventListener("click", () => {
        const draft = takeUp(index);
        this.#putAside(this.#draft());
        this.#resume(draft);
        this.#say("");
      });
      return button;
    });
    this.part("aside").hidden = !buttons.length;
    this.part("aside-list").replaceChildren(...buttons);
  }

  #begin(key, startFen) {
    this.#layBoard(key, startFen);
    this.#say("");
    this.#settle();
  }

  #layBoard(key, startFen) {
    const variant = { key, ...this.variants[key] };
    this.score = new Score(variant, startFen);
    this.board.setAttribute("width", variant.width);
    this.board.setAttribute("height", variant.height);
    this.board.toggleAttribute("mirrored", variant.is_mirrored);
    this.board.toggleAttribute("every-cell", variant.uses_every_cell);
    this.board.toggleAttribute("numbers-from-below", variant.numbers_from_below);
    this.board.toggleAttribute("ranks-from-above", variant.ranks_from_above);
    this.board.toggleAttribute("letters", variant.uses_letters);
    this.part("variant").value = key;
    this.#nameVariant(key);
    this.#listAside();
  }

  // An address that names a variant names the one on the board, so that loading it again changes nothing.
  #nameVariant(key) {
    const address = new URL(location.href);
    if (!address.searchParams.has("variant")) return;
    address.searchParams.set("variant", key);
    if (address.searchParams.has("fen")) address.searchParams.set("fen", this.score.startFen);
    history.replaceState(history.state, "", address);
  }

  async #setUp() {
    const fen = this.part("fen").value.trim();
    try {
      const { fen: read } = await post(this.dataset.movesUrl, { variant: this.score.variant.key, fen });
      this.#begin(this.score.variant.key, read);
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  // ---- playing ----
  async play(move, isForced = false) {
    if (this.shown !== this.score.moves.length) this.score.cut(this.shown);
    const side = this.score.side;
    this.score.add(move, isForced);
    const said = move.stoodBy ? "played_illegal" : isForced ? "forced" : "played";
    this.#say(message(said, { side: message(side), move: move.text }), said === "played" ? "" : "note");
    if (!isForced) this.typed.value = "";
    await this.#settle();
  }

  takeBack() {
    if (this.shown !== this.score.moves.length) this.score.cut(this.shown);
    const move = this.score.takeBack();
    if (move) this.#say(message("taken_back", { move: move.text }));
    this.#settle({ isBack: true });
  }

  #cut() {
    this.score.cut(this.shown);
    const last = this.score.moves.at(-1);
    this.#say(last ? message("cut", { move: last.text }) : message("nothing_yet"));
    this.#settle({ isBack: true });
  }

  // Brings the page to the end of the score and asks what may be played there.
  async #settle({ isBack = false } = {}) {
    this.#show(this.score.moves.length, { isBack });
    this.#write();
    await this.asked;
  }

  // An answer that never came is asked for once more.
  async #known() {
    await this.asked;
    if (!this.legal) await this.#ask();
    return this.legal;
  }

  #ask() {
    this.asked = this.#answered(this.turn, this.score.fenAt(this.shown));
    return this.asked;
  }

  async #answered(turn, fen) {
    try {
      const earlier = before(this.shown, (at) => this.score.fenAt(at));
      const answer = await askMoves(this.dataset.movesUrl, this.score.variant.key, fen, earlier);
      if (turn !== this.turn) return;
      if (this.isUnanswered) this.#say("");
      this.isUnanswered = false;
      this.legal = answer.moves;
      this.board.moves = answer.moves;
      this.#listLegal(answer);
      if (!this.isBack) this.#playForced(answer, turn);
    } catch {
      if (turn !== this.turn) return;
      this.isUnanswered = true;
      this.#refuse(message("no_answer"));
    }
  }

  #playForced(answer, turn) {
    const isForced = answer.must_capture && answer.moves.length === 1;
    if (!isForced || !this.part("auto").checked || this.shown !== this.score.moves.length) return;
    setTimeout(() => {
      if (turn === this.turn && this.part("auto").checked) this.play(answer.moves[0], true);
    }, FORCED_PAUSE);
  }

  #show(ply, { isBack = true } = {}) {
    this.turn += 1;
    this.shown = ply;
    this.isBack = isBack;
    const move = ply ? this.score.moves[ply - 1] : null;
    this.board.setAttribute("fen", this.score.fenAt(ply));
    this.#set("last-move", move?.route.join(" "));
    this.#set("captured", move?.captured.join(","));
    this.legal = null;
    this.board.moves = [];
    this.#linkPosition(this.score.fenAt(ply));
    this.part("turn").textContent = message(`${this.score.sideAt(ply)}_to_move`);
    this.part("legal").replaceChildren();
    this.#listScore();
    this.part("cut").disabled = ply === this.score.moves.length;
    this.part("undo").disabled = !this.score.moves.length;
    this.#ask();
  }

  // The position on the board, to copy, to look up and to go on with elsewhere.
  #linkPosition(fen) {
    this.part("copy-fen").dataset.text = fen;
    for (const link of this.querySelectorAll("[data-follows-position]")) {
      const address = new URL(link.href);
      address.searchParams.set("variant", this.score.variant.key);
      address.searchParams.set("fen", fen);
      link.href = address;
    }
  }

  #set(name, value) {
    if (value) this.board.setAttribute(name, value);
    else this.board.removeAttribute(name);
  }

  // ---- typed squares ----
  // What is typed while a position is set up is meant for that position.
  async #readTyped() {
    await this.settingUp;
    const text = this.typed.value.trim();
    if (!text) return;
    const squares = readSquares(text, this.board.geometry);
    if (!squares.length) {
      this.#refuse(message("not_a_move", { text }));
      return;
    }
    this.#mean(squares, text);
  }

  // Squares named before the moves are known wait for them.
  async #mean(squares, text = "") {
    const { turn } = this;
    const legal = await this.#known();
    if (!legal || turn !== this.turn) return;
    const moves = meant(squares, legal);
    const ends = new Set(moves.map((move) => move.fen));
    if (ends.size === 1) this.play(moves[0]);
    else if (ends.size) this.#offer(moves, text);
    else this.#refuseMove(squares);
  }

  // The board shows its choice itself, so that the page stays where it is; who typed goes on by keys.
  #offer(moves, text = "") {
    const ends = new Set(moves.map(({ route }) => route.at(-1)));
    const shown = [moves[0].route[0], ...(ends.size === 1 ? ends : [])].map((square) => this.board.nameOf(square));
    this.#say(message("several", { text: text || shown.join(this.score.variant.capture_sign) }), "note");
    const list = document.createElement("ul");
    list.className = "move-list";
    list.append(...moves.map((move) => this.#chip(move)));
    this.answer.append(list);
    if (text) list.querySelector("button").focus();
  }

  #chip(move) {
    const item = document.createElement("li");
    const full = move.captured.length > 1 ? move.route.map((square) => this.board.nameOf(square)).join("x") : move.text;
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "move-chip score",
      textContent: full,
    });
    button.addEventListener("click", () => {
      this.play(move);
      // On a touch screen the field would call up the keyboard over the board.
      if (matchMedia("(pointer: fine)").matches) this.typed.focus({ preventScroll: true });
    });
    item.append(button);
    return item;
  }

  // ---- refusing, with the article ----
  #refuseSquares({ from, to }) {
    if (to !== null) this.#mean([from, to]);
  }

  async #refuseMove(squares) {
    const { score } = this;
    const isLong = this.#captures(squares);
    const text = squares.map((square) => this.board.nameOf(square)).join(isLong ? score.variant.capture_sign : "-");
    this.#refuse(message("illegal", { move: text }));
    const { turn } = this;
    const number = score.sideAt(this.shown) === score.variant.first_side ? "1." : "1...";
    const [tag, rules] = score.variant.rule_tag;
    const tags = `[${tag} "${rules}"]\n[FEN "${score.fenAt(this.shown)}"]`;
    const pdn = `${tags}\n\n${number} {[%stood ${score.sideAt(this.shown)[0]}]} ${text} *`;
    try {
      const answer = await post(this.dataset.judgeUrl, { pdn, variant: score.variant.key });
      const [game] = answer.games ?? [];
      const finding = game?.findings.find((one) => one.severity === "error");
      if (!finding || turn !== this.turn) return;
      this.#cite(finding);
      if (game.played_on) this.#offerAsPlayed(game.moves[0], finding.side);
    } catch {
      // the refusal stands on the page already; only its article is missing
    }
  }

  // Typed or shown, a way of more than one step is meant as a capture.
  #captures([from, to]) {
    const [start, end] = [from, to].map((square) => this.board.geometry.cellOf(square));
    return Math.abs(start.row - end.row) > 1 && !this.variants[this.score.variant.key].king_flies;
  }

  #cite(finding) {
    // The first sentence ends with its article; what follows it speaks of score sheets, not of entering.
    const cited = finding.sentence.indexOf(`(${finding.article}).`);
    const sentence = document.createElement("p");
    sentence.textContent = cited < 0 ? finding.sentence : `${finding.sentence.slice(0, cited).trim()}.`;
    this.answer.replaceChildren(sentence);
    if (!finding.article_url) return;
    const link = Object.assign(document.createElement("a"), {
      href: finding.article_url,
      textContent: finding.article,
      target: "_blank",
      rel: "noopener",
    });
    sentence.append(" ", link);
  }

  // An illegal move that was noticed too late stands: the score goes on from what it left on the board.
  #offerAsPlayed({ canonical, route, captured, fen }, side) {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button button--small",
      textContent: message("enter_as_played"),
    });
    button.addEventListener("click", () => {
      this.play({ text: canonical, route, captured, fen, stoodBy: side[0] });
      if (matchMedia("(pointer: fine)").matches) this.typed.focus({ preventScroll: true });
    });
    this.answer.append(button);
  }

  #refuse(text) {
    this.#say(text, "error");
    this.board.refuse();
    this.board.cancel();
    if (this.part("sound").checked) beep();
    if (document.activeElement === this.typed) this.typed.select();
  }

  #say(text, kind = "") {
    const line = document.createElement("p");
    line.textContent = text;
    this.answer.className = `message pad__answer${kind ? ` message--${kind}` : ""}`;
    this.answer.replaceChildren(...(text ? [line] : []));
    this.answer.classList.toggle("is-quiet", !kind);
  }

  // ---- the sheet beside the board ----
  #listLegal(answer) {
    const turn = this.part("turn");
    if (answer.winner) turn.textContent = message("won", { side: message(answer.winner) });
    else turn.textContent = message(`${this.score.sideAt(this.shown)}_to_move`);
    if (answer.must_capture) turn.textContent += ` · ${message("must_capture")}`;
    this.part("legal").replaceChildren(...answer.moves.map((move) => this.#chip(move)));
  }

  #listScore() {
    const rows = [];
    for (const { ply, number, isFirst, text, isForced, stoodBy } of this.score.numbered) {
      if (isFirst || !rows.length) {
        const row = document.createElement("li");
        row.className = "moves__row";
        const label = Object.assign(document.createElement("span"), { className: "moves__number" });
        label.textContent = `${number}.`;
        row.append(label);
        if (!isFirst) row.append(Object.assign(document.createElement("span"), { className: "move move--none", textContent: "…" }));
        rows.push(row);
      }
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: `move score${isForced ? " move--forced" : ""}${stoodBy ? " move--illegal" : ""}`,
        textContent: text,
      });
      if (stoodBy) {
        const sign = Object.assign(document.createElement("span"), { className: "visually-hidden" });
        sign.textContent = ` ${message("illegal_move")}`;
        button.append(sign);
      }
      button.dataset.ply = ply;
      if (ply === this.shown) button.setAttribute("aria-current", "true");
      rows.at(-1).append(button);
    }
    const list = this.part("score");
    list.replaceChildren(...rows);
    this.part("empty").hidden = rows.length > 0;
    list.scrollTop = list.scrollHeight;
  }

  // Writes the record into the form and into the visit's memory: nothing is lost by going back.
  #write() {
    const headers = this.#fields.map((input) => [input.dataset.tag, input.value]);
    this.part("pdn").value = this.score.toPdn(headers, this.#winner);
    this.part("variant-field").value = this.score.variant.key;
    keep(this.#draft());
  }

  get #fields() {
    return [...this.form.querySelectorAll("[data-tag]")];
  }

  get #winner() {
    return new FormData(this.form).get("winner") ?? "";
  }

  #draft() {
    const { variant, startFen, moves } = this.score;
    const headers = Object.fromEntries(this.#fields.map((input) => [input.name, input.value]));
    const facts = this.variants[variant.key];
    return { variant: variant.key, facts, startFen, moves, headers: { ...headers, winner: this.#winner } };
  }
}

customElements.define("entry-pad", EntryPad);
