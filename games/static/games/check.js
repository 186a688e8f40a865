// The check form: dropping a file, telling a file that is too large before it travels, and being busy.
// The viewer comes with the first verdict, while the server judges.
import "./board/element.js";
import { message } from "./words.js";

const form = document.querySelector("[data-check]");
const zone = form.querySelector("[data-drop]");
const file = form.querySelector("input[type=file]");
const text = form.querySelector("textarea");
const problem = form.querySelector("[data-problem]");

const loadViewer = () => import("./viewer.js");
if (document.querySelector("game-viewer")) loadViewer();

function complain(sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

function isTooLarge(chosen) {
  const isOver = chosen && chosen.size > Number(form.dataset.limit);
  complain(isOver ? message("too_large", { limit: form.dataset.limitText }) : "");
  return isOver;
}

for (const kind of ["dragenter", "dragover"]) {
  zone.addEventListener(kind, (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    zone.classList.add("is-over");
  });
}
zone.addEventListener("dragleave", (event) => {
  if (!zone.contains(event.relatedTarget)) zone.classList.remove("is-over");
});
zone.addEventListener("drop", (event) => {
  zone.classList.remove("is-over");
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  file.dispatchEvent(new Event("change", { bubbles: true }));
});

// A chosen file is judged at once; typing in the text puts the file aside.
file.addEventListener("change", () => {
  const [chosen] = file.files;
  if (!chosen) return;
  if (isTooLarge(chosen)) {
    file.value = "";
    return;
  }
  form.requestSubmit();
});
text.addEventListener("input", () => {
  file.value = "";
  complain("");
});
document.addEventListener("htmx:confirm", (event) => {
  if (isTooLarge(new Blob([text.value]))) event.preventDefault();
});

const setBusy = (isBusy) => {
  form.toggleAttribute("data-is-busy", isBusy);
  form.setAttribute("aria-busy", String(isBusy));
};
document.addEventListener("htmx:beforeRequest", () => {
  loadViewer();
  complain("");
  setBusy(true);
});
document.addEventListener("htmx:afterRequest", () => setBusy(false));
for (const kind of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(kind, () => complain(message("no_answer")));
}
// A refusal is shown like a verdict; a page that is no verdict (too much, too old a form) is told beside the form.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  event.detail.shouldSwap = xhr.responseText.includes('id="verdicts"');
  event.detail.isError = false;
  if (event.detail.shouldSwap) return;
  const key = { 403: "form_too_old", 413: "too_large" }[xhr.status] ?? "no_answer";
  complain(message(key, { limit: form.dataset.limitText }));
});
// The opened game is in sight in the list of games.
function showOpened() {
  const line = document.querySelector(".verdict-line[aria-current]");
  const list = line?.closest("ol");
  if (!list) return;
  const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
document.addEventListener("htmx:afterSwap", (event) => {
  const verdicts = document.getElementById("verdicts");
  if (event.detail.target?.id !== "verdicts" && event.target !== verdicts) return;
  showOpened();
  // Who chose a game from the list goes on from there and looks at the game; else the list comes first.
  const isChosen = event.detail.requestConfig?.elt?.matches(".verdict-line");
  const line = isChosen && verdicts.querySelector(".verdict-line[aria-current]");
  (line || verdicts).focus({ preventScroll: true });
  const shown = (line && verdicts.querySelector("game-viewer")) || verdicts;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  shown.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
});
showOpened();
// Without htmx the browser posts the form: a second press while it waits sends nothing more.
form.addEventListener("submit", (event) => {
  if (window.htmx) return;
  if (form.hasAttribute("data-is-busy")) event.preventDefault();
  setBusy(true);
});
window.addEventListener("pageshow", () => setBusy(false));
