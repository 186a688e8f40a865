// Players of a draft dragged by the grip: onto another player to swap the two, onto the opponent to turn the colours.
// While the finger is over somebody, the checker says what the swap would be. Marks and keys do the same without this.
const PAUSE = 120; // milliseconds over a player before the checker is asked
const EDGE = 56; // pixels from the top and the bottom in which the page moves on
const STEP = 9; // pixels a frame

let drag = null;

function seatAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-seat]") ?? null;
}

function newNote() {
  const note = document.createElement("div");
  note.className = "movable-note stack";
  note.setAttribute("role", "status");
  document.body.append(note);
  return note;
}

function follow(event) {
  const right = Math.min(event.clientX + 16, window.innerWidth - drag.note.offsetWidth - 8);
  const below = Math.min(event.clientY + 16, window.innerHeight - drag.note.offsetHeight - 8);
  drag.note.style.translate = `${Math.max(8, right)}px ${Math.max(8, below)}px`;
}

async function ask(from, to) {
  const address = new URL(document.getElementById("swap").dataset.forecast, window.location.href);
  for (const seat of [from, to]) address.searchParams.append("player", seat.dataset.seat);
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (drag?.over === to && answer.ok) {
    const said = new DOMParser().parseFromString(await answer.text(), "text/html");
    drag?.note.replaceChildren(...said.body.children);
  }
}

function scrollOn() {
  if (!drag) return;
  if (drag.y < EDGE) window.scrollBy(0, -STEP);
  if (drag.y > window.innerHeight - EDGE) window.scrollBy(0, STEP);
  window.requestAnimationFrame(scrollOn);
}

function moveOver(seat) {
  if (seat === drag.over) return;
  drag.over?.classList.remove("is-over");
  window.clearTimeout(drag.timer);
  drag.over = seat;
  drag.note.replaceChildren();
  if (!seat || seat === drag.from) return;
  seat.classList.add("is-over");
  if (!isOpponent(seat)) drag.timer = window.setTimeout(ask, PAUSE, drag.from, seat);
}

function isOpponent(seat) {
  return seat.closest("tr") === drag.from.closest("tr");
}

function end() {
  window.clearTimeout(drag.timer);
  drag.over?.classList.remove("is-over");
  drag.from.classList.remove("is-dragged");
  drag.note.remove();
  drag = null;
}

function swap(from, to) {
  const boxes = document.querySelectorAll("input[name=player][form=swap]");
  for (const box of boxes) box.checked = [from, to].some((seat) => seat.contains(box));
  document.getElementById("swap").requestSubmit();
}

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".movable__grip");
  if (!grip || event.button !== 0) return;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  drag = { from: grip.closest("[data-seat]"), over: null, note: newNote(), timer: 0, y: event.clientY };
  drag.from.classList.add("is-dragged");
  scrollOn();
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.y = event.clientY;
  moveOver(seatAt(event));
  follow(event);
});

document.addEventListener("pointerup", () => {
  if (!drag) return;
  const { from, over } = drag;
  const isTurn = over && over !== from && isOpponent(over);
  end();
  if (isTurn) from.closest("tr").querySelector("button[data-turn]").click();
  else if (over && over !== from) swap(from, over);
});

document.addEventListener("pointercancel", () => drag && end());
document.addEventListener("keydown", (event) => {
  if (drag && event.key === "Escape") end();
});
