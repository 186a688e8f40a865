// What is said in a dead corner of the hall is kept on the phone and sent when the network is back. A form with
// data-say is sent in the background; the last word about a game replaces the one before, and the server takes the
// same word twice as one. What it refuses is shown and not sent again.
import { Unsent } from "./unsent.js";

const waiting = document.getElementById("waiting");
const refused = document.getElementById("refused");

function refuse(text) {
  if (!refused) return;
  refused.textContent = text;
  refused.hidden = !text;
}

// A key whose word waits on the phone stays down, so that nobody presses it again or wonders.
function mark(words) {
  for (const form of document.querySelectorAll("form[data-game]")) {
    const word = words[form.id]?.fields.outcome;
    for (const key of form.querySelectorAll("button[data-key]")) {
      if (word) key.setAttribute("aria-pressed", String(key.value === word));
      else key.removeAttribute("aria-pressed");
    }
    const isRare = Boolean(word) && !form.querySelector("[aria-pressed='true']");
    form.querySelector("a[data-otherwise]")?.classList.toggle("is-kept", isRare);
    form.classList.toggle("is-kept", Boolean(word));
  }
}

const unsent = new Unsent("draughts-unsent", {
  settle(key, { fields }, { status, isJson, isSignedOut, told }) {
    if (isSignedOut) throw new Error("signed out");
    if (unsent.all()[key]?.fields.outcome === fields.outcome) unsent.drop(key);
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

// A result that helpers enter goes at once, by htmx; what does not get through is kept like the rest.
document.addEventListener("htmx:sendError", (event) => {
  const form = event.target.closest?.("form[data-game]");
  const fields = form && Object.fromEntries(event.detail.requestConfig.formData);
  if (!fields) return;
  unsent.keep(form.id, { address: form.action, fields });
  unsent.later();
});

for (const swapped of ["htmx:afterSettle", "htmx:oobAfterSwap"]) {
  document.addEventListener(swapped, () => mark(unsent.all()));
}
mark(unsent.all());
unsent.flush();
