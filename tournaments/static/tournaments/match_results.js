// Boards of a match by keys: 1 home won, 2 drawn, 3 guests won, 0 takes the choice back. The focus goes on to the next
// board, and after the last one to the button that sends. Without this the same is tapped.
const BOARDS = "fieldset[data-board]";

function choices(board) {
  return [...board.querySelectorAll("input[type=radio]")];
}

function next(board) {
  const boards = [...document.querySelectorAll(BOARDS)];
  const after = boards[boards.indexOf(board) + 1];
  (after ? choices(after)[0] : document.querySelector("[data-send]"))?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const board = event.target.closest?.(BOARDS);
  if (!board || !["0", "1", "2", "3"].includes(event.key)) return;
  event.preventDefault();
  for (const one of choices(board)) one.checked = one.dataset.key === event.key;
  if (event.key !== "0") next(board);
});
