// What is said without network, in a dead corner of the hall or at the desk, is kept on the device and sent when the
// network is back. A form with data-say is sent in the background; the last word about a game replaces the one before,
// and the server takes the same word twice as one. What it refuses is shown and not sent again.
import { Unsent } from "./unsent.js";

const waiting = document.getElementById("waiting");
const refused = document.getElementById("refused");

function refuse(text) {
  if (!refused) return;
  refused.textContent = text;
  refused.hidden = !text;
}

// What the word about a game says: one form around all games names game and outcome in the value of its key.
function wordOf(fields) {
  return fields.r ?? fields.replace ?? fields.outcome;
}

// A key whose word waits here stays down, so that nobody presses it again or wonders.
function mark(words) {
  for (const game of document.querySelectorAll("[data-game]")) {
    const word = words[game.id] && wordOf(words[game.id].fields);
    if (!word && !game.matches(".is-kept")) continue;
    for (const key of game.querySelectorAll("button[name=r], button[name=replace]")) {
      if (word) key.setAttribute("aria-pressed", String(key.value === word));
      else if (game.matches("[data-open]")) key.removeAttribute("aria-pressed");
    }
    const isRare = Boolean(word) && !game.querySelector("[aria-pressed='true']");
    game.querySelector("a[data-otherwise], a[data-other]")?.classList.toggle("is-kept", isRare);
    game.classList.toggle("is-kept", Boolean(word));
  }
}

const unsent = new Unsent("draughts-unsent", {
  settle(key, { fields }, { status, isJson, isSignedOut, told }) {
    if (isSignedOut) throw new Error("signed out");
    const kept = unsent.all()[key];
    if (kept && wordOf(kept.fields) === wordOf(fields)) unsent.drop(key);
    refuse(isJson ? told.refusal : status < 400 ? "" : String(status));
  },
  show() {
    mark(unsent.all());
    if (waiting) waiting.hidden = !unsent.attempt || !unsent.waiting().length;
  },
  sent() {
    for (const part of document.querySelectorAll("[data-live]")) part.dispatchEvent(new CustomEvent("live"));
  },
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-say]");
  if (!form || !("fetch" in window)) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form, event.submitter));
  const key = form.dataset.say ? `${form.dataset.say} ${form.action}` : `${fields.pairing}/${fields.game}/${fields.me ?? ""}`;
  unsent.keep(key, { address: form.action, fields });
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-busy", "true");
  refuse("");
  unsent.flush();
});

// A result goes at once, by htmx; what does not get through is kept like the rest, also what a dialog has asked.
function keepSent(event) {
  const { formData, path } = event.detail.requestConfig;
  const key = event.target.closest?.("[data-game]")?.id ?? event.target.closest?.("form[data-others]")?.dataset.others;
  if (!key) return;
  unsent.keep(key, { address: path, fields: Object.fromEntries(formData) });
  unsent.later();
}

// The reason of a server that cannot store now: its disk is full, its database does not answer.
function outage(text) {
  try {
    const { title, next } = JSON.parse(text);
    return `${title} ${next}`;
  } catch {
    return "503";
  }
}

document.addEventListener("htmx:sendError", keepSent);
document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  if (xhr.status !== 503) return;
  refuse(outage(xhr.responseText));
  keepSent(event);
});

for (const swapped of ["htmx:afterSettle", "htmx:oobAfterSwap"]) {
  document.addEventListener(swapped, () => mark(unsent.all()));
}
mark(unsent.all());
unsent.flush();
