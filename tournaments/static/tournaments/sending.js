// What is said in a dead corner of the hall is kept on the phone and sent when the network is back. A form with
// data-say is sent in the background; the last word about a game replaces the one before, and the server takes the
// same word twice as one. What it refuses is shown and not sent again.
const KEY = "draughts-unsent";
const AGAIN = [1_000, 2_000, 5_000, 10_000, 30_000];
const waiting = document.getElementById("waiting");
const refused = document.getElementById("refused");
let attempt = 0;
let timer = null;
let isSending = false;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep(words) {
  try {
    localStorage.setItem(KEY, JSON.stringify(words));
  } catch {
    // A phone that keeps nothing still sends at once.
  }
}

function show() {
  if (waiting) waiting.hidden = !attempt || Object.keys(kept()).length === 0;
}

function refuse(text) {
  if (!refused) return;
  refused.textContent = text;
  refused.hidden = !text;
}

function token() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

async function send(address, fields) {
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token() || fields.csrfmiddlewaretoken });
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status === 429 || answer.status >= 500) throw new Error(String(answer.status));
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (isJson) return (await answer.json()).refusal;
  return answer.ok ? "" : String(answer.status);
}

async function flush() {
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  try {
    for (const [key, { address, fields }] of Object.entries(kept())) {
      const refusal = await send(address, fields);
      const words = kept();
      if (words[key]?.fields.outcome === fields.outcome) delete words[key];
      keep(words);
      refuse(refusal);
    }
    attempt = 0;
    for (const part of document.querySelectorAll("[data-live]")) part.dispatchEvent(new CustomEvent("live"));
  } catch {
    timer = setTimeout(flush, AGAIN[Math.min(attempt, AGAIN.length - 1)]);
    attempt += 1;
  } finally {
    isSending = false;
    show();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-say]");
  if (!form || !("fetch" in window)) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form, event.submitter));
  const words = kept();
  words[`${fields.pairing}/${fields.game}/${fields.me ?? ""}`] = { address: form.action, fields };
  keep(words);
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-busy", "true");
  refuse("");
  flush();
});

// A result that helpers enter goes at once, by htmx; what does not get through is kept like the rest.
document.addEventListener("htmx:sendError", (event) => {
  const form = event.target.closest?.("form[data-game]");
  const fields = form && Object.fromEntries(event.detail.requestConfig.formData);
  if (!fields) return;
  const words = kept();
  words[form.id] = { address: form.action, fields };
  keep(words);
  attempt = Math.max(attempt, 1);
  show();
  timer = setTimeout(flush, AGAIN[0]);
});

window.addEventListener("online", flush);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) flush();
});
if (Object.keys(kept()).length) flush();
