// Results by keys: 1 the first player won, 2 or = drawn, 3 the second player won, 0 take back. The focus goes on to the
// next open game at once, before the answer is there, so that no key is lost however fast they come; a refusal brings
// it back. What another desk enters moves nothing. A result that is stored, or waits on this device, is replaced only
// after a question.
import { outbox } from "../club/outbox.js";
import { openOther, showOther } from "./dialogs.js";
import { GAME, enter, wordOf } from "./sending.js";

const KEYS = { 1: 0, 2: 1, "=": 1, 3: 2 };
const others = document.getElementById("others");

const OPEN = `${GAME}[data-open]:not([data-sent], .is-kept)`;

function openGames() {
  return [...document.querySelectorAll(OPEN)];
}

export function isOpen(game) {
  return game.matches(OPEN);
}

export function keysOf(game) {
  return game?.querySelectorAll("button[name=r]") ?? [];
}

export function firstKey(game) {
  return keysOf(game)[0];
}

function isAfter(game, other) {
  return game.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
}

function goOnFrom(game) {
  const open = openGames();
  const next = open.find((other) => isAfter(game, other)) ?? open[0];
  (firstKey(next) ?? firstKey(game))?.focus();
}

function isTyping(target) {
  return target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

// The form around all boards, the game, and what its key says: pairing, game and outcome.
export function partsOf(button) {
  const [pairing, game, ...outcome] = button.value.split(".");
  return { pairing, game, outcome: outcome.join("."), form: button.form };
}

function ask(button, outcome = partsOf(button).outcome) {
  const { pairing, game, form } = partsOf(button);
  if (button.closest(GAME)?.matches(".is-kept")) return askHere(button, `${pairing}.${game}.${outcome}`);
  const address = form.dataset.overwrite.replace("/0/0/", `/${pairing}/${game}/`);
  return openOther(`${address}?outcome=${encodeURIComponent(outcome)}`);
}

let replaceHere = null; // enters the result that the open question is about

// The same question about a result that waits on this device, which the site does not know.
function askHere(button, value) {
  const game = button.closest(GAME);
  const kept = outbox.waiting().findLast((entry) => entry.game === game.id);
  const textOf = (word) => [...keysOf(game)].find((key) => key.value === word)?.textContent.trim();
  const cells = [...game.closest("tr").querySelectorAll(".board-row__number, .board-row__player")];
  const [number, ...players] = cells.map((cell) => cell.firstChild?.textContent.trim());
  const question = document.getElementById("others-here").content.cloneNode(true);
  const values = { number, players: players.join(" – "), was: textOf(wordOf(kept)) ?? kept.label.split(": ").at(-1) };
  for (const part of question.querySelectorAll("[data-fill]")) part.textContent = values[part.dataset.fill];
  const now = question.querySelector("[data-new]");
  now.textContent = textOf(value) ?? now.dataset.none;
  replaceHere = () => enter(game, button.form.action, fieldsOf(button, value), now);
  showOther(question.firstElementChild);
}

others?.addEventListener("click", (event) => {
  const game = event.target.closest("button[data-here]") && document.getElementById(replaceHere?.().game);
  if (!game) return;
  replaceHere = null;
  others.close();
  goOnFrom(game);
});

// The fields of a key: those of the form around all boards that are about every board, and its own.
export function fieldsOf(key, value) {
  const { form, pairing, game } = partsOf(key);
  const fields = { [key.name]: value };
  for (const name of ["page", "pass"]) if (form.elements[name]) fields[name] = form.elements[name].value;
  const reason = form.elements[`reason-${pairing}-${game}`]?.value;
  return reason ? { ...fields, [`reason-${pairing}-${game}`]: reason } : fields;
}

function post(button) {
  const game = button.closest(GAME) ?? document.getElementById(gameOf(button)) ?? button;
  enter(game, button.form.action, fieldsOf(button, button.value), button);
}

function gameOf(button) {
  const { pairing, game } = partsOf(button);
  return `game-${pairing}-${game}`;
}

function isStored(button) {
  const game = button.closest(GAME);
  if (!game || button.name !== "r" || button.closest(".mark")) return false;
  return !game.matches("[data-open]") || Boolean(others && game.matches(".is-kept"));
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-results]");
  const button = event.submitter;
  if (!form || !window.htmx || !["r", "replace"].includes(button?.name)) return;
  event.preventDefault();
  if (!isStored(button)) post(button);
  else if (button.getAttribute("aria-pressed") !== "true") ask(button);
});

let early = []; // keys that came before it was known which games wait on this device

function press(game, key) {
  const button = keysOf(game)[KEYS[key]];
  if (!button || "sent" in game.dataset) return;
  if (isStored(button)) {
    if (button.getAttribute("aria-pressed") !== "true") ask(button);
    return;
  }
  game.dataset.sent = "";
  button.click();
  goOnFrom(game);
}

function takeBack(game) {
  const button = firstKey(game);
  if (button && isStored(button)) ask(button, "pending");
}

// The last result is undone by the button of the page, so that keys and a click do the same.
function undo(event) {
  const form = document.querySelector("form[data-undo]");
  const isEmptyField = event.target.matches("input") && !event.target.value;
  if (!form || event.shiftKey || event.altKey || (isTyping(event.target) && !isEmptyField)) return;
  event.preventDefault();
  form.requestSubmit();
}

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") undo(event);
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const game = event.target.closest?.(GAME);
  if (!game && early && event.target === document.body && event.key in KEYS && !event.repeat) early.push(event.key);
  if (!game) return;
  if (event.key in KEYS || event.key === "0") {
    event.preventDefault();
    if (event.repeat) return;
    if (event.key === "0") takeBack(game);
    else press(game, event.key);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const games = [...document.querySelectorAll(GAME)];
    const next = games[games.indexOf(game) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    firstKey(next)?.focus();
  }
});

// A question about a stored result is answered by a key that nobody types with the next line.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  const button = document.querySelector(others?.open ? "#others [data-replaces]" : "#quick-told [data-replaces]");
  if (!button) return;
  event.preventDefault();
  button.click();
});

// Helpers' phones have the rare results in the page itself, as there may be no network when they are asked for.
const otherwise = document.getElementById("otherwise");
let chosenGame = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-otherwise]");
  if (!link || !otherwise || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  chosenGame = link.closest(GAME);
  const names = chosenGame.closest("section").querySelector("h2");
  otherwise.querySelector("h2").textContent = names.textContent;
  const firstIsWhite = partsOf(chosenGame.querySelector("button[name=r], button[name=replace]")).outcome === "white";
  const outcomes = firstIsWhite ? ["white_forfeit", "black_forfeit"] : ["black_forfeit", "white_forfeit"];
  const players = [...names.querySelectorAll("[data-player]")].map((one) => one.textContent);
  for (const button of otherwise.querySelectorAll("[data-forfeit]")) {
    button.value = outcomes[button.dataset.forfeit];
    button.textContent = button.dataset.says.replace("%", () => players[button.dataset.forfeit]);
  }
  otherwise.showModal();
});

otherwise?.addEventListener("click", (event) => {
  const button = event.target.closest("button[value]");
  if (!button?.value) return;
  const key = chosenGame.querySelector("button[name=r], button[name=replace]");
  const { pairing, game, form } = partsOf(key);
  enter(chosenGame, form.action, fieldsOf(key, `${pairing}.${game}.${button.value}`), button);
  otherwise.close();
});

const quick = () => document.querySelector("form[data-quick] input[name=quick]");

// The answer to a question about one game, and what its dialog of rare results offers.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target.closest?.("form[data-others]");
    const game = form && document.getElementById(form.dataset.others);
    if (!game) return;
    event.preventDefault();
    event.stopPropagation();
    const { csrfmiddlewaretoken: _token, ...fields } = Object.fromEntries(new FormData(form, event.submitter));
    enter(game, form.action, fields, form.querySelector("[data-new]") ?? event.submitter);
    if (!others?.open) return;
    others.close();
    goOnFrom(game);
  },
  true,
);

document.addEventListener("htmx:oobAfterSwap", (event) => {
  const alert = event.detail.target?.querySelector?.(`${GAME} [role=alert]`);
  if (alert) firstKey(alert.closest(GAME))?.focus();
});

document.addEventListener("htmx:afterSettle", (event) => {
  const alert = event.target.closest?.(`${GAME}, section`)?.querySelector(`${GAME} [role=alert]`);
  if (alert) alert.closest(GAME).querySelector("button")?.focus();
  if (event.detail.target?.id === "quick-told") goOnQuick(event.detail.requestConfig?.elt);
});

// After an answer to the quick field the next line is typed at once, also if it asks: what is typed on does not answer.
// After an undo the right result is typed at the same board.
function goOnQuick(asked) {
  const told = document.getElementById("quick-told");
  if (told.querySelector("[data-replaces]")) return quick().select();
  const undone = document.getElementById(told.querySelector("[data-undone]")?.dataset.undone);
  if (undone) return firstKey(undone.querySelector(`${GAME}[data-open]`))?.focus();
  if (!asked?.matches("[data-quick], #quick-told form")) return undefined;
  if (told.querySelector("[data-done]")) quick().value = "";
  return quick().focus();
}

// A finger needs no focus: there a ring around the first key looks like a choice. What waits on this device is read
// first, so that its games are not taken for open ones.
outbox.ready.then(() => {
  const isFree = document.activeElement === document.body;
  if (isFree && !matchMedia("(pointer: coarse)").matches) firstKey(openGames()[0])?.focus();
  const keys = early;
  early = null;
  for (const key of keys) {
    const game = document.activeElement.closest(GAME);
    if (game) press(game, key);
  }
});
