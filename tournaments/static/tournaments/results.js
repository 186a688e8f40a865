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
  button.click(); // htmx sends the value of the button that was clicked
  goOnFrom(game);
}

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

document.addEventListener("click", (event) => {
  const game = event.target.closest("form[data-game]");
  if (!game) return;
  const menu = event.target.closest("details.menu");
  if (menu && event.target.closest("button")) menu.open = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const game = event.target.closest?.("form[data-game]");
  if (game) delete game.dataset.sent;
});

document.addEventListener("htmx:afterSettle", (event) => {
  const game = event.target.closest?.("form[data-game]");
  if (game?.querySelector("[role=alert]")) firstKey(game).focus();
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest?.("details.menu");
  if (menu) menu.open = false;
});

firstKey(openGames()[0])?.focus();
