// The quick field and the undo of the last result, through the outbox. The page itself finds the game of a line such as
// "14 1": the first open game must be the one that the person saw, however late the line is sent. What the page does
// not know, the server reads (`quick_results.py`).
import { newKey, outbox } from "../club/outbox.js";
import { firstKey, fieldsOf, isOpen, keysOf, partsOf } from "./results.js";
import { GAME, enter, forget, made } from "./sending.js";

const LINE = /^(\d{1,4})[\s:.,-]+([0-3=](?:[\s,]*[0-3=])*)$/;
const KEYS = { 1: 0, 2: 1, "=": 1, 3: 2 };
const CLEAR = "0";
const PROMPT = 2_000; // milliseconds in which an answer may move the focus; later ones come while the next line is typed

const bar = () => document.querySelector(".results-bar");
const field = () => bar()?.querySelector("#quick");
const accepted = new Set(); // keys of entries
let shown = null; // the last line or undo: {text, keys, at, removed, said}

function filled(name, values) {
  return bar().dataset[name].replace(/%\((\w+)\)s/g, (_all, key) => values[key] ?? "");
}

// ---- what a line is about ----

function rowOf(board) {
  return [...document.querySelectorAll("tr.board-row")].find((row) => row.querySelector(".board-row__number").textContent.trim() === board);
}

// The games and keys of a line; null for a line that the server has to read.
function read(text) {
  const [, number, typed] = LINE.exec(text.trim()) ?? [];
  const row = number && rowOf(String(Number(number)));
  const games = [...(row?.querySelectorAll(GAME) ?? [])];
  const keys = [...(typed ?? "")].filter((key) => key in KEYS || key === CLEAR);
  if (!games.length || keys.length > games.length || games.some((game) => keysOf(game).length < 3)) return null;
  const first = keys.length === 1 ? (games.find(isOpen) ?? games[0]) : null;
  const pairs = first ? [[first, keys[0]]] : keys.map((key, at) => [games[at], key]);
  return { row, pairs };
}

function buttonOf(game, key) {
  return keysOf(game)[KEYS[key]];
}

function wordsOf(row, results) {
  const players = [...row.querySelectorAll(".board-row__player")].map((cell) => cell.firstChild.textContent.trim()).join(" – ");
  return filled("line", { board: row.querySelector(".board-row__number").textContent.trim(), players, results });
}

function enterLine({ row, pairs }) {
  const results = pairs.map(([game, key]) => buttonOf(game, key)?.textContent.trim() ?? bar().dataset.none);
  const keys = [];
  pairs.forEach(([game, key], at) => {
    const button = buttonOf(game, key) ?? firstKey(game);
    const { pairing, game: number, form } = partsOf(button);
    const value = key === CLEAR ? `${pairing}.${number}.pending` : button.value;
    const asks = !("open" in game.dataset) && !game.matches(".is-kept");
    const label = wordsOf(row, results[at]);
    keys.push(enter(game, form.action, fieldsOf(button, value), button, { label, asks }).key);
  });
  shown = { text: wordsOf(row, results.join(", ")), keys, at: Date.now() };
  field().value = "";
  field().focus();
  draw();
}

// ---- undo ----

// What was replaced on this device by the removed entry, before it was sent, is entered again.
function restore(removed) {
  const before = made.findLast(({ key, game }) => game === removed.game && !outbox.all.has(key));
  if (!before || before.isSettled) return;
  forget(before.key);
  enter(document.getElementById(before.game), before.address, before.fields, null, { label: before.label });
}

async function undo(form) {
  const last = made.pop();
  const label = filled("undo", { line: last.label });
  const { game, value, before } = last;
  const kept = outbox.all.get(last.key);
  if (kept?.state === "waiting" && !outbox.isTried(kept)) {
    shown = { text: last.label, keys: [], removed: true };
    await outbox.drop(last.key);
    restore(last);
    draw();
    return goTo(game);
  }
  const named = game.split("-").slice(1).join(".");
  const instead = { address: document.getElementById("results").action, fields: { r: `${named}.${before}` } };
  const fields = { undo: named, was: value, to: before };
  const key = newKey();
  shown = { text: label, keys: [key], at: Date.now() };
  return outbox.put({ key, kind: "result", lane: game, game, address: form.action, fields, value: before, before: value, word: `${named}.${before}`, undoes: last.key, label, instead });
}

function goTo(game) {
  const part = document.getElementById(game);
  const open = part?.closest("tr")?.querySelector(`${GAME}[data-open]`) ?? part;
  firstKey(open)?.focus();
}

// ---- what is seen ----

function stateOf({ keys, removed }) {
  const entries = keys.map((key) => outbox.all.get(key)).filter(Boolean);
  if (removed) return "removed";
  if (entries.some((entry) => entry.state === "refused")) return "refused";
  return keys.every((key) => accepted.has(key)) ? "stored" : "here";
}

// A result that was stored when the line was typed: the field asks; what was entered meanwhile is a card of the outbox.
function isQuestion(entry) {
  return entry?.told?.code === "overwrite_unconfirmed" && entry.conflict?.may_replace;
}

outbox.handlers.result.showsRefused = (entry) => isQuestion(entry) && Boolean(shown?.keys.includes(entry.key));

function draw() {
  const told = document.getElementById("quick-told");
  if (!shown || !told) return;
  const state = stateOf(shown);
  const asked = shown.keys.map((key) => outbox.all.get(key)).find(isQuestion);
  const values = { line: shown.text, theirs: asked?.conflict.theirs };
  const text = state === "stored" && shown.said ? shown.said : filled(asked ? "asks" : state, values);
  const drawn = [text, asked?.key].join();
  if (told.dataset.drawn === drawn && told.firstChild) return;
  told.dataset.drawn = drawn;
  const words = Object.assign(document.createElement(state === "refused" ? "span" : "b"), { textContent: text });
  told.replaceChildren(words);
  if (!asked) return;
  const keep = questionKey("keep", () => keepStored(asked.key));
  const replace = questionKey("replace", () => answer(asked.key));
  replace.dataset.replaces = "";
  replace.setAttribute("aria-keyshortcuts", "Control+Enter");
  replace.append(" ", Object.assign(document.createElement("kbd"), { textContent: "Ctrl+Enter" }));
  told.append(" ", keep, " ", replace);
}

function questionKey(name, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button button--small", textContent: bar().dataset[name] });
  button.addEventListener("click", act);
  return button;
}

function isAsking() {
  return Boolean(document.querySelector("#quick-told [data-replaces]"));
}

async function keepStored(key) {
  shown = null;
  document.getElementById("quick-told").replaceChildren();
  field().focus();
  await outbox.drop(key);
}

async function answer(key) {
  const next = newKey();
  shown = { text: outbox.all.get(key).label, keys: [next], at: Date.now() };
  field().focus();
  await outbox.replace(key, next);
  draw();
}

function say(name) {
  shown = null;
  const told = document.getElementById("quick-told");
  delete told.dataset.drawn;
  told.replaceChildren(Object.assign(document.createElement("span"), { className: "field__error", textContent: bar().dataset[name] }));
}

// ---- events ----

function onSubmit(event) {
  const form = event.target.closest?.("form[data-quick], form[data-undo]");
  if (!form || !window.htmx) return;
  const isUndo = "undo" in form.dataset;
  if (!isUndo && !field().value.trim() && isAsking()) {
    event.preventDefault(); // Enter alone does not answer the question
    event.stopPropagation();
    return;
  }
  const line = isUndo ? null : read(field().value);
  const isHere = isUndo ? made.length > 0 : line !== null;
  const mustWait = isUndo && !isHere && outbox.waiting().length > 0;
  if (!isHere && !mustWait) {
    shown = null; // the server answers
    return;
  }
  event.preventDefault();
  event.stopPropagation(); // before htmx
  if (mustWait) say("first");
  else if (isUndo) undo(form);
  else enterLine(line);
}

document.addEventListener("submit", onSubmit, true);
outbox.addEventListener("change", draw);

document.addEventListener("entry-settled", ({ detail: { entry, told, refusal } }) => {
  if (!refusal) accepted.add(entry.key);
  const own = made.find(({ key }) => key === entry.key);
  if (own) own.isSettled = true;
  if (!entry.undoes || refusal || !shown?.keys.includes(entry.key)) return;
  shown.said = told.said;
  draw();
  if (Date.now() - shown.at < PROMPT) goTo(entry.game);
});

for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failed, ({ detail }) => {
    if (detail.elt.matches("form[data-quick]")) say("failed");
    else if (detail.elt.matches("form[data-undo]")) say("notUndone");
  });
}

// The round that another desk changes is drawn anew around a line that is being typed.
let typed = "";
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  typed = detail.target?.id === "round" ? (field()?.value ?? "") : "";
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id === "round" && typed && field() && !field().value) field().value = typed;
  draw();
});
