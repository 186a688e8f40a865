// Names are sifted while one types; without this the form asks the server. At the desk any letter typed on the page
// goes to the field, and Enter checks in the first player found.
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
  button.click(); // htmx sends the value of a button that was clicked
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

if (field) {
  field.addEventListener("input", sift);
  document.addEventListener("htmx:afterSettle", sift);
  if (isAnywhere) {
    field.addEventListener("keydown", onEnter);
    document.addEventListener("keydown", onLetter);
  }
  sift();
}
