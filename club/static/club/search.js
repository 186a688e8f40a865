// The search field of the menu: results while one types, arrow keys and Enter. The keys / and Ctrl+K lead to it.
// Without this the form opens the page of the results.
const WAIT = 150; // milliseconds after the last letter

const form = document.querySelector("[data-find-all]");
const field = form?.elements.q;
const panel = form?.querySelector("[data-found]");
let [timer, request, asked] = [0, null, ""];

const options = () => [...panel.querySelectorAll("[role=option]")];
const chosen = () => panel.querySelector("[aria-selected=true]");

function choose(option) {
  chosen()?.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

function show(isShown) {
  panel.hidden = !isShown;
  const list = isShown && panel.querySelector("#desk-found");
  field.setAttribute("aria-expanded", String(Boolean(list)));
  if (list) field.setAttribute("aria-controls", list.id);
  else field.removeAttribute("aria-controls");
  if (!isShown) choose(null);
}

async function find() {
  asked = field.value.trim();
  request?.abort();
  request = new AbortController();
  const address = new URL(form.action);
  address.searchParams.set("q", asked);
  const headers = { "HX-Request": "true" };
  try {
    const answer = await fetch(address, { headers, signal: request.signal, redirect: "error" });
    if (!answer.ok) throw new Error(answer.statusText);
    panel.innerHTML = await answer.text();
    show(asked !== "");
    choose(options()[0]);
  } catch (error) {
    if (error.name !== "AbortError") show(false); // Enter still asks the server for the page
  }
}

function move(step) {
  const all = options();
  const at = all.indexOf(chosen());
  if (all.length) choose(all[(at + step + all.length) % all.length]);
}

function onKey(event) {
  if (event.isComposing) return;
  const isStale = panel.hidden || field.value.trim() !== asked;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (isStale) find();
    else move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && !isStale && chosen()) {
    chosen().click();
  } else if (event.key === "Escape" && !panel.hidden) {
    show(false);
  } else {
    return;
  }
  event.preventDefault();
}

function isTyping(target) {
  return target.closest?.("input, textarea, select, [contenteditable], dialog, draughts-board");
}

function onShortcut(event) {
  const isSlash = event.key === "/" && event.code !== "NumpadDivide" && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isLetter = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === "KeyK";
  if (!(isSlash && !isTyping(event.target)) && !isLetter) return;
  event.preventDefault();
  field.focus();
  field.select();
}

if (form) {
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-haspopup", "listbox");
  field.setAttribute("aria-expanded", "false");
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, WAIT);
  });
  field.addEventListener("keydown", onKey);
  form.addEventListener("focusout", (event) => form.contains(event.relatedTarget) || show(false));
  panel.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus until the click
  document.addEventListener("keydown", onShortcut);
}
