// A new event: presets fill in the form, fields that a system does not use are set aside, and the number of rounds
// is suggested while the director types. Without this script the server does the same when the form is sent.
const form = document.getElementById("event-form");
const { elements } = form;
const plan = document.getElementById("plan");
const facts = (name) => JSON.parse(form.dataset[name]);
const tables = new Set(facts("tables"));
const teams = new Set(facts("teams"));
const decks = facts("decks");
const DELAY = 250; // milliseconds after the last key
let asked = 0;
let timer = 0;

function fieldOf(name) {
  const field = elements[name];
  return (field instanceof RadioNodeList ? field[0] : field).closest(".field");
}

function setAside(name, isUnused) {
  fieldOf(name).hidden = isUnused;
}

function openChosen() {
  for (const part of form.querySelectorAll("details[data-more]")) {
    if (part.querySelector(":checked")) part.open = true;
  }
}

function follow() {
  const system = elements.system.value;
  setAside("rounds", tables.has(system));
  setAside("games", teams.has(system));
  setAside("boards", !teams.has(system));
  setAside("clock", elements.pace.value !== "own");
  let fits = false;
  for (const option of elements.deck.options) {
    const isOther = option.value !== "" && !decks[option.value].includes(elements.game.value);
    option.disabled = option.hidden = isOther;
    fits ||= option.value !== "" && !isOther;
    if (isOther && option.selected) elements.deck.value = "";
  }
  setAside("deck", !fits);
}

function clock() {
  return elements.pace.value === "own" ? elements.clock.value : elements.pace.value;
}

async function suggest() {
  const number = ++asked;
  const system = elements.system.value;
  const games = teams.has(system) ? 1 : elements.games.value;
  const query = new URLSearchParams({
    system, games, players: elements.players.value, hours: elements.hours.value, clock: clock(),
  });
  try {
    const answer = await fetch(`${form.dataset.plan}?${query}`);
    if (!answer.ok || number !== asked) return; // a later question is on its way
    const { text, rounds } = await answer.json();
    plan.textContent = text;
    elements.rounds.placeholder = rounds || "";
  } catch {
    // Without the server the form is still complete: an empty number of rounds is suggested when it is sent.
  }
}

function changed() {
  follow();
  clearTimeout(timer);
  timer = setTimeout(suggest, DELAY);
}

function fill(link) {
  for (const [name, value] of Object.entries(JSON.parse(link.dataset.fill))) elements[name].value = value;
  for (const one of form.querySelectorAll("[data-fill]")) one.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  openChosen();
  changed();
}

form.addEventListener("input", changed);
form.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-fill]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  fill(link);
});
openChosen();
follow();
suggest();
