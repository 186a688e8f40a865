// Results and reports go over the outbox: they are on this device before they are sent, and the key that was pressed
// stays down meanwhile. An answer brings the board as it is by then. A form with data-say is a player's report.
import { newKey, outbox } from "../club/outbox.js";

export const GAME = "[id^='game-']"; // a game of a board, on pages that load this
const GATHER = 250; // milliseconds in which several answers are one look at the page
const MANY = 2_000; // the same while more is being sent

// What an entry says of a game: one form around all games names game and outcome in the value of its key.
export function wordOf({ fields, word }) {
  return word ?? fields.r ?? fields.replace ?? fields.outcome;
}

// A key whose word waits here stays down, so that nobody presses it again or wonders.
function mark() {
  const words = new Map(outbox.waiting().map((entry) => [entry.game, wordOf(entry)]));
  for (const game of document.querySelectorAll(GAME)) {
    const word = words.get(game.id);
    if (!word && !game.matches(".is-kept")) continue;
    for (const key of game.querySelectorAll("button[name=r], button[name=replace]")) {
      if (word) key.setAttribute("aria-pressed", String(key.value === word));
      else if (key.value.endsWith(`.${game.dataset.was}`)) key.setAttribute("aria-pressed", "true");
      else key.removeAttribute("aria-pressed");
    }
    const isRare = Boolean(word) && !word.endsWith("pending") && !game.querySelector("[aria-pressed='true']");
    game.querySelector("a[data-otherwise], a[data-other], .game > button + a")?.classList.toggle("is-kept", isRare);
    game.classList.toggle("is-kept", Boolean(word));
  }
}

let looking = null;

function look() {
  looking ??= setTimeout(() => {
    looking = null;
    for (const part of document.querySelectorAll("[data-live]")) part.dispatchEvent(new CustomEvent("live"));
  }, outbox.waiting().length ? MANY : GATHER);
}

// A result that a person has chosen in a conflict.
document.addEventListener("entry-kept", ({ detail }) => {
  const { key, kind, value, before, undoes } = detail;
  const isResult = kind === "result" && !undoes && before !== undefined && value !== before;
  if (isResult && outbox.all.has(key) && !made.some((one) => one.key === key)) made.push(detail);
});

export function forget(key) {
  const at = made.findIndex((one) => one.key === key);
  if (at >= 0) made.splice(at, 1);
}

// The board as it is after an answer: the row at the desk, the whole board on a helper's phone. A dialog on the phone
// gets the row of the desk, which has no place there.
function drawBoard(entry, html) {
  const game = document.getElementById(entry.game);
  const section = entry.fields.page === "hall" ? game?.closest("section") : null;
  const options = { contextElement: section ?? document.body };
  if (section) window.htmx.swap(section, html, { swapStyle: "morph:outerHTML", swapDelay: 0, settleDelay: 0 }, options);
  else if (document.getElementById("open-games")) window.htmx.swap(document.body, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 }, options);
  else look();
}

outbox.handlers.result = {
  wantsBoard: Boolean(document.querySelector("form[data-results]")),
  show: mark,
  settled(entry, { told, refusal }) {
    const game = document.getElementById(entry.game);
    if (game) delete game.dataset.sent;
    if (refusal) forget(entry.key);
    for (const one of outbox.waiting()) if (refusal && one.undoes === entry.key) outbox.drop(one.key); // nothing to undo
    if (told.board && window.htmx && game) drawBoard(entry, told.board);
    else look();
    document.dispatchEvent(new CustomEvent("entry-settled", { detail: { entry, told, refusal } }));
  },
};
outbox.handlers.report = { settled: look };
outbox.addEventListener("late", ({ detail }) => {
  const game = document.getElementById(detail.game);
  if (game) delete game.dataset.sent; // another key may be pressed: it replaces or follows what waits
});

// The board, the players and the result in words, for the list of what was refused.
function labelOf(game, button) {
  const title = game.closest("section")?.querySelector("h2") ?? null;
  const row = game.closest("tr");
  const where = title ? [...title.childNodes].map((node) => node.textContent).join(" ") : [...(row?.cells ?? [])].slice(0, 4).filter((_cell, at) => at !== 2).map((cell) => cell.textContent.trim()).join(" ");
  return [where, button?.textContent].map((part) => part?.replace(/\s+/g, " ").trim()).filter(Boolean).join(": ");
}

// What was entered on this page, the last one at the end: the undo takes it from there.
export const made = [];

// The result before an entry: the one that an entry on its way makes, else the one that the server has.
function resultBefore(game) {
  const earlier = outbox.waiting().filter((one) => one.game === game.id).at(-1);
  if (earlier) return outbox.isTried(earlier) ? earlier.value : (earlier.before ?? game.dataset.was);
  return game.dataset.was ?? "pending";
}

// Enter a result of a game of the page: a key of the form around all boards, or a dialog about one game. An entry that
// asks does not name the result on the page: the server answers with a conflict before it replaces one.
export function enter(game, address, fields, button = null, { label = labelOf(game, button), asks = false } = {}) {
  const isOpen = "open" in game.dataset && !("second" in game.dataset); // a page may have a thousand of them
  const shown = game.dataset.was ?? (isOpen ? "pending" : "");
  const was = shown && !asks && !("was" in fields) ? { was: shown } : {};
  const value = String(wordOf({ fields })).split(".")[fields.outcome ? 0 : 2];
  const entry = { key: newKey(), kind: "result", lane: game.id, game: game.id, address, fields: { ...fields, ...was }, value, before: resultBefore(game), label };
  if (entry.value !== entry.before) made.push(entry);
  outbox.put(entry);
  return entry;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-say]");
  if (!form || !("fetch" in window)) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form, event.submitter));
  const lane = form.dataset.say ? `${form.dataset.say} ${form.action}` : `${fields.pairing}/${fields.game}/${fields.me ?? ""}`;
  const { csrfmiddlewaretoken: _token, ...told } = fields;
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-busy", "true");
  outbox.put({ kind: "report", lane, address: form.action, fields: told, label: event.submitter?.textContent.trim() ?? "" });
});

for (const swapped of ["htmx:afterSettle", "htmx:oobAfterSwap"]) document.addEventListener(swapped, mark);
outbox.ready.then(() => {
  const earlier = outbox.waiting().filter(({ kind, undoes, before }) => kind === "result" && !undoes && before !== undefined);
  made.unshift(...earlier.filter((one) => !made.some(({ key }) => key === one.key)));
  mark();
});
