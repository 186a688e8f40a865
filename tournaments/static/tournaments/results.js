// Results by keys: 1 the first player won, 2 drawn, 3 the second player won, 0 take back. The focus goes on to the
// next open game at once, before the answer is there, so that no key is lost however fast they come; a refusal brings
// it back. What another desk enters moves nothing.
const KEYS = new Set(["0", "1", "2", "3"]);

function openGames() {
  return [...document.querySelectorAll("form[data-game][data-open]:not([data-sent])")];
}

function firstKey(game) {
  return game?.querySelector("button[data-key='1']");
}

function isAfter(game, other) {
  return game.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
}

function goOnFrom(game) {
  const open = openGames();
  const next = open.find((other) => isAfter(game, other)) ?? open[0];
  (firstKey(next) ?? firstKey(game))?.focus();
}

function isTyping(target) {
  return target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

function send(game, button) {
  game.dataset.sent = "";
  button.click();
  goOnFrom(game);
}

// A round has hundreds of games: their forms say no more than the address.
document.addEventListener("submit", (event) => {
  const game = event.target.closest?.("form[data-game]:not([hx-post])");
  if (!game || !window.htmx) return;
  event.preventDefault();
  const { name, value } = event.submitter;
  window.htmx.ajax("POST", game.action, { source: game, values: { [name]: value }, swap: "none" });
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const game = event.target.closest?.("form[data-game]");
  if (!game) return;
  if (KEYS.has(event.key)) {
    event.preventDefault();
    const button = game.querySelector(`button[data-key="${event.key}"]`);
    if (button && !event.repeat && !("sent" in game.dataset)) send(game, button);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const games = [...document.querySelectorAll("form[data-game]")];
    const next = games[games.indexOf(game) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    firstKey(next).focus();
  }
});

// What no key enters is chosen in one dialog for all games; without it the link leads to a page that has the same.
const others = document.getElementById("others");

async function showOthers(link) {
  try {
    await window.htmx.ajax("GET", link.href, { target: others, swap: "innerHTML" });
    others.showModal();
  } catch {
    location.assign(link.href);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-other], a[data-close]");
  if (!link || !others || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches("[data-close]")) others.close();
  else showOthers(link);
});

// Helpers' phones have the rare results in the page itself, as there may be no network when they are asked for.
const otherwise = document.getElementById("otherwise");
let chosenGame = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-otherwise]");
  if (!link || !otherwise || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  chosenGame = link.closest("form");
  const names = chosenGame.closest("section").querySelector("h2");
  otherwise.querySelector("h2").textContent = names.textContent;
  const outcomes = link.dataset.otherwise.split(" ");
  const players = [names.dataset.first, names.dataset.second];
  for (const button of otherwise.querySelectorAll("[data-forfeit]")) {
    button.value = outcomes[button.dataset.forfeit];
    button.textContent = button.dataset.says.replace("%", () => players[button.dataset.forfeit]);
  }
  otherwise.showModal();
});

otherwise?.addEventListener("click", (event) => {
  const button = event.target.closest("button[value]");
  if (!button?.value) return;
  const board = chosenGame.closest("section");
  const answer = { source: chosenGame, target: board, swap: "morph:outerHTML" };
  const sent = window.htmx.ajax("POST", chosenGame.action, { ...answer, values: { outcome: button.value } });
  sent.catch(() => {}); // without network it is kept like every other result
  otherwise.close();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form[data-others]");
  if (form && others?.open) {
    others.close();
    if (event.detail.successful) goOnFrom(document.getElementById(form.dataset.others));
  }
  const game = event.target.closest?.("form[data-game]");
  if (game) delete game.dataset.sent;
});

document.addEventListener("htmx:oobAfterSwap", (event) => {
  const game = event.detail.target?.closest?.("form[data-game]");
  if (game?.querySelector("[role=alert]")) firstKey(game).focus();
});

document.addEventListener("htmx:afterSettle", (event) => {
  const game = event.target.closest?.("form[data-game]");
  if (game?.querySelector("[role=alert]")) firstKey(game).focus();
});

// A finger needs no focus: there a ring around the first key looks like a choice.
if (!matchMedia("(pointer: coarse)").matches) firstKey(openGames()[0])?.focus();
