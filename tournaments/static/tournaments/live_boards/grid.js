// The grid of live boards: each move is drawn as it comes. What a move does not say (a new board, a result, a
// correction) is read from the page again.
import { drawn, prepare } from "./cards.js";
import { setTime } from "./clocks.js";
import { freshPage, isBehind } from "./reading.js";
import "./watching.js";

const READ_AGAIN = 300; // milliseconds: boards that change together are read once

let reading = null;

async function readAgain() {
  reading = null;
  const page = await freshPage(grid);
  if (!page) return;
  const fresh = page.getElementById("live-boards");
  grid.replaceChildren(...fresh.childNodes);
  prepare();
}

const grid = document.getElementById("live-boards");
setTime(grid.dataset.now);
grid.addEventListener("live-event", ({ detail }) => {
  if (!drawn(detail)) reading ??= setTimeout(readAgain, READ_AGAIN);
});
prepare();
if (isBehind(grid)) readAgain();
