// <live-game>: one live board large. Each move is drawn as it comes; who looks at an earlier one stays there.
import "../../games/board/element.js";
import { readFen } from "../../games/board/geometry.js";
import { setClocks, setTime } from "./clocks.js";
import { freshPage, isBehind } from "./reading.js";
import "./watching.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const SOUND_OF = 640; // hertz
const TRIES = 5;
const AGAIN = 700; // milliseconds: a cached answer may be older than the move

let audio = null;

function sound() {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = SOUND_OF;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.09);
}

class LiveGame extends HTMLElement {
  connectedCallback() {
    setTime(this.dataset.now);
    this.game = JSON.parse(document.getElementById("live-game").textContent);
    this.board = this.querySelector("draughts-board");
    this.ply = this.game.moves.length;
    this.addEventListener("live-event", ({ detail }) => this.#heard(detail));
    this.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    // A link to a position: #12 is the one after 12 moves of both sides.
    if (/^#\d+$/.test(location.hash)) this.go(Number(location.hash.slice(1)));
    this.#mark();
    this.#prove();
    if (isBehind(this)) this.#readAgain();
  }

  part(name) {
    return this.querySelector(`[data-${name}]`);
  }

  #heard(event) {
    if (event?.data.board && event.data.board !== this.game.id) return;
    const { kind, data } = event ?? {};
    if (kind === "board.moved" && data.ply === this.game.moves.length + 1) this.#moved(data);
    else if (kind === "board.clocks") setClocks(this, { ...data, at: event.at });
    else this.#readAgain();
  }

  #moved(move) {
    const isFollowing = this.ply === this.game.moves.length;
    this.game.moves.push(move);
    this.#addToScore(move);
    const running = move.is_over ? "" : this.#sideToMove(move.fen);
    setClocks(this, { white: move.white, black: move.black, running, at: move.clock_at });
    if (this.isSounding) sound();
    if (isFollowing) this.go(move.ply);
    else this.part("behind").hidden = false;
    if (this.#pieces(move.fen) <= this.game.proof_pieces) this.#readProofs();
  }

  // ---- proved endings: what the server says of the position shown, and nothing of any other ----
  #pieces(fen) {
    return readFen(fen, this.board.geometry).pieces.size;
  }

  async #readProofs() {
    const plies = this.game.moves.length;
    for (let attempt = 0; attempt < TRIES && this.game.moves.length === plies; attempt += 1) {
      const answer = await fetch(this.dataset.proofs, { cache: "no-store" }).catch(() => null);
      const told = answer?.ok ? await answer.json() : null;
      if (told && told.plies >= plies) {
        this.game.proofs = told.proofs;
        this.#prove();
        return;
      }
      await new Promise((resume) => setTimeout(resume, AGAIN));
    }
  }

  #prove() {
    const winner = this.game.proofs[this.ply];
    const told = { white: "provedWhite", black: "provedBlack", draw: "provedDraw" }[winner];
    this.part("proved-text").textContent = told ? this.dataset[told] : "";
    this.part("proved").hidden = !told;
  }

  #sideToMove(fen) {
    return /^\s*b/i.test(fen) ? "black" : "white";
  }

  #addToScore(move) {
    this.part("no-moves").hidden = true;
    const list = this.part("moves");
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "live-moves__move",
      textContent: move.text,
    });
    button.dataset.ply = move.ply;
    const last = list.lastElementChild;
    if (last && last.querySelectorAll("[data-ply]").length < 2 && !this.#isFirst(move)) last.append(button);
    else list.append(this.#line(last, button));
  }

  // The side that begins a line of the score is the one that begins a game.
  #isFirst(move) {
    return this.#sideToMove(move.fen) !== this.#sideToMove(this.#firstFen());
  }

  #firstFen() {
    const [first, second] = [this.game.start_fen, this.game.moves[0]?.fen];
    return this.game.begins_second ? second : first;
  }

  #line(last, button) {
    const line = document.createElement("li");
    const number = Number.parseInt(last?.querySelector(".live-moves__number")?.textContent ?? "0", 10) + 1;
    const label = Object.assign(document.createElement("span"), { className: "live-moves__number", textContent: `${number}.` });
    line.append(label, button);
    return line;
  }

  async #readAgain() {
    const page = await freshPage(this);
    if (!page) return; // another reading is under way, or the board is no longer followed
    const fresh = page.querySelector("live-game");
    const isFollowing = this.ply === this.game.moves.length;
      this.game = JSON.parse(page.getElementById("live-game").textContent);
    this.part("moves").replaceChildren(...fresh.querySelector("[data-moves]").childNodes);
    this.part("no-moves").hidden = this.game.moves.length > 0;
    document.querySelector("[data-result]").textContent = page.querySelector("[data-result]").textContent;
    const { white_seconds: white, black_seconds: black, running, clock_at: at } = this.game;
    setClocks(this, { white, black, running, at });
    this.go(isFollowing ? this.game.moves.length : Math.min(this.ply, this.game.moves.length));
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(this.game.moves.length, ply));
    const move = this.ply ? this.game.moves[this.ply - 1] : null;
    this.board.setAttribute("fen", move?.fen ?? this.game.start_fen);
    this.board.setAttribute("last-move", move?.route.join(" ") ?? "");
    this.board.setAttribute("captured", move?.captured.join(",") ?? "");
    this.board.setAttribute("arrows", move?.route.join("-") ?? "");
    const isLatest = this.ply === this.game.moves.length;
    if (isLatest) this.part("behind").hidden = true;
    history.replaceState(null, "", isLatest ? location.pathname : `#${this.ply}`);
    this.#mark();
    this.#prove();
  }

  #mark() {
    this.querySelector("[data-moves] [aria-current]")?.removeAttribute("aria-current");
    const current = this.querySelector(`[data-moves] [data-ply="${this.ply}"]`);
    current?.setAttribute("aria-current", "true");
    const list = this.part("moves");
    if (current && list.scrollHeight > list.clientHeight) {
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  #click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if ("ply" in button.dataset) this.go(Number(button.dataset.ply));
    else if ("go" in button.dataset) this.#step(button.dataset.go);
    else if ("flip" in button.dataset) this.#press(button, this.board.toggleAttribute("flipped"));
    else if ("sound" in button.dataset) {
      this.isSounding = !this.isSounding;
      this.#press(button, this.isSounding);
      if (this.isSounding) sound();
    }
  }

  #press(button, isOn) {
    button.setAttribute("aria-pressed", String(isOn));
    if ("flip" in button.dataset) this.classList.toggle("is-flipped", isOn);
  }

  #step(where) {
    const last = this.game.moves.length;
    this.go({ first: 0, back: this.ply - 1, on: this.ply + 1, last }[where]);
  }

  #key(event) {
    const where = KEYS[event.key];
    const isElsewhere = event.target.closest("input, textarea, select, draughts-board, [data-moves]");
    if (!where || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#step(where);
  }
}

customElements.define("live-game", LiveGame);
