// Names are sifted while one types; without this the form asks the server. At the desk any letter typed on the page
// goes to the field, and Enter checks in the first player found.
import { outbox } from "../club/outbox.js";

const field = document.querySelector("[data-find]");
const isAnywhere = field?.hasAttribute("data-find-anywhere");

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

function sift() {
  const words = plain(field.value).split(/\s+/u).filter(Boolean);
  for (const line of document.querySelectorAll(`${field.dataset.find} > [data-name]`)) {
    const name = plain(line.dataset.name);
    line.hidden = !words.every((word) => name.includes(word));
  }
  const next = words.length && isAnywhere ? firstMissing() : null;
  for (const button of document.querySelectorAll(".name.is-next")) button.classList.remove("is-next");
  next?.classList.add("is-next");
}

function firstMissing() {
  return document.querySelector(`${field.dataset.find} > [data-name]:not([hidden]) [aria-pressed="false"]`);
}

function onEnter(event) {
  if (event.key !== "Enter" || event.isComposing || !field.value.trim()) return;
  event.preventDefault();
  const button = firstMissing();
  if (!button) return;
  button.click();
  field.value = "";
  sift();
}

function onLetter(event) {
  const isLetter = /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");
  if (!isLetter || isTyping) return;
  field.value = "";
  field.focus(); // the letter itself follows into the field
}

// ---- check-ins go over the outbox: on this device before they are sent ----

// Answered taps, until a list that was asked for after them is there: answers overtake each other, and the list in one
// may be older than the tap before it.
const answered = new Map();
let answers = 0;
let asked = -1;
const waitingHere = () => outbox.of("check-in").filter((entry) => entry.state === "waiting");
const waits = () => waitingHere().length > 0;
const everybody = () => document.querySelector("form[data-everybody]");
const group = () => `arrivals ${document.getElementById("names")?.dataset.section}`;

// The players whom “Everybody is here” checks in.
const seenIn = (fields) => (fields.seen ?? "").split(",").filter(Boolean);
const everybodyOnTheWay = () => waitingHere().find((entry) => entry.isBarrier && entry.group === group());

// What entries on their way make of each player, in their order: 1 here, 0 missing.
function onTheirWay() {
  const found = new Map();
  for (const { tap, fields } of waitingHere()) {
    if (tap) found.set(tap, fields.here);
    else for (const one of seenIn(fields)) found.set(one, "1");
  }
  return found;
}

// A second press on the same place soon after the first belongs to a double click: it would undo the first.
const DOUBLE = 700; // milliseconds
const pressed = { place: null, at: -DOUBLE };
const isJustPressed = (place) => pressed.place === place && performance.now() - pressed.at < DOUBLE;

function isSecondPress(place) {
  if (isJustPressed(place)) return true;
  Object.assign(pressed, { place, at: performance.now() });
  return false;
}

// A name that was tapped looks as it will, and the next tap takes it back.
function markTapped() {
  const waiting = onTheirWay();
  markEverybody();
  for (const button of document.querySelectorAll("[data-tap]")) {
    const { tap } = button.dataset;
    const here = waiting.get(tap) ?? answered.get(tap);
    button.classList.toggle("is-kept", waiting.has(tap));
    const stored = button.dataset.stored ?? button.getAttribute("aria-pressed");
    if (here === undefined && !button.dataset.stored) continue;
    if (here === undefined) delete button.dataset.stored; // taken off the device before it was sent
    else button.dataset.stored = stored;
    show(button, here === undefined ? stored === "true" : here === "1");
  }
}

function show(button, isHere) {
  button.classList.toggle("is-here", isHere);
  button.setAttribute("aria-pressed", String(isHere));
  button.value = isHere ? "0" : "1";
}

// “Everybody is here” that was not sent yet is taken off the device by its undo; one that may have arrived is undone
// with the moment that the site has given it, which its answer brings.
function markEverybody() {
  const form = everybody();
  if (!form) return;
  const kept = everybodyOnTheWay();
  form.classList.toggle("is-kept", Boolean(kept));
  for (const button of form.querySelectorAll("button")) {
    button.dataset.text ??= button.textContent;
    const isUndo = kept && !("back" in kept.fields) && !outbox.isTried(kept);
    button.textContent = isUndo ? form.dataset.back : button.dataset.text;
    button.disabled = isJustPressed(group()) || (Boolean(kept) && !isUndo);
  }
}

function onEverybody(event) {
  const form = event.target.closest?.("form[data-everybody]");
  if (!form || !window.htmx) return;
  event.preventDefault();
  event.stopPropagation();
  if (isSecondPress(group())) return;
  setTimeout(markEverybody, DOUBLE + 50);
  const kept = everybodyOnTheWay();
  if (kept) {
    if (!outbox.isTried(kept)) outbox.drop(kept.key);
    return;
  }
  const { seen, label, back } = form.dataset;
  const moment = event.submitter?.name === "back" ? event.submitter.value : "";
  const more = moment ? { fields: { back: moment }, label: back } : { fields: { seen }, label };
  outbox.put({ kind: "check-in", lane: group(), group: group(), isBarrier: true, address: form.action, ...more });
}

function onTap(event) {
  const button = event.target.closest?.("[data-tap]");
  if (!button || !window.htmx) return;
  event.preventDefault();
  event.stopPropagation(); // before htmx, which would send it without keeping it
  const { tap } = button.dataset;
  if (isSecondPress(tap)) return;
  outbox.put({ kind: "check-in", lane: `arrival ${tap}`, group: group(), tap, address: button.formAction, fields: { here: button.value }, label: button.closest("[data-name]").dataset.name });
}

outbox.handlers["check-in"] = {
  wantsBoard: Boolean(document.querySelector("#names [data-tap]")),
  show: markTapped,
  settled({ tap, fields }, { told, refusal }) {
    answers += 1;
    const each = tap ? [[tap, fields.here]] : seenIn(fields).map((one) => [one, "1"]);
    for (const [one, here] of each) {
      if (refusal) answered.delete(one);
      else answered.set(one, here);
    }
    if (waits()) return;
    const list = document.getElementById("check-in");
    if (!list) return;
    if (!told.board || answered.size > 1) return list.dispatchEvent(new CustomEvent("live"));
    answered.clear();
    window.htmx.swap(list, told.board, { swapStyle: "morph:outerHTML", swapDelay: 0, settleDelay: 0 }, { contextElement: list });
  },
};

// The list of a request that began after the last answer is newer than all of them.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "check-in") asked = waits() ? -1 : answers;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "check-in" && asked === answers && !waits()) answered.clear();
});

if (document.querySelector("[data-tap]")) {
  document.addEventListener("click", onTap, true);
  document.addEventListener("submit", onEverybody, true);
  document.addEventListener("htmx:afterSettle", markTapped);
  outbox.ready.then(markTapped);
}

if (field) {
  field.addEventListener("input", sift);
  document.addEventListener("htmx:afterSettle", sift);
  if (isAnywhere) {
    field.addEventListener("keydown", onEnter);
    document.addEventListener("keydown", onLetter);
  }
  sift();
}
