// Players of a draft: tapped one after the other, or dragged one onto the other by the mouse, the two are swapped; two
// of one board swap colours. While the mouse is over somebody, the checker says what the swap would be. Without this
// the same boxes are ticked and sent by a button.
const PAUSE = 120; // milliseconds over a player before the checker is asked
const EDGE = 56; // pixels from the top and the bottom in which the page moves on
const STEP = 9; // pixels a frame

const MOVED = 5; // pixels from a tap to a drag

let drag = null;
let start = null;

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
  for (const seat of [from, to]) address.searchParams.append("player", seat.querySelector("input").value);
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
  if (!isSameBoard(seat, drag.from)) drag.timer = window.setTimeout(ask, PAUSE, drag.from, seat);
}

function end() {
  window.clearTimeout(drag.timer);
  drag.over?.classList.remove("is-over");
  drag.from.classList.remove("is-dragged");
  drag.note.remove();
  drag = null;
}

function boxes() {
  return [...document.querySelectorAll("#swap input[name=player]")];
}

function clear() {
  for (const box of boxes()) box.checked = false;
}

// Both ways end here: two of one board swap colours, others their places. The page stays where it is.
function swap(from, to) {
  const turn = isSameBoard(from, to) ? from.closest("tr").querySelector("button[name=turn]") : null;
  if (!turn) for (const box of boxes()) box.checked = [from, to].some((seat) => seat.contains(box));
  send(turn);
}

function isSameBoard(one, other) {
  return one.closest("tr") === other.closest("tr");
}

let sending = Promise.resolve();

// One after the other: htmx keeps only the last of what comes while a request is under way.
function send(button) {
  const form = document.getElementById("swap");
  if (button) clear();
  if (!window.htmx) return form.requestSubmit(button ?? undefined);
  const player = boxes().filter((box) => box.checked).map((box) => box.value);
  const values = button ? { [button.name]: button.value } : { player };
  clear();
  sending = sending.then(() => post(values)).catch(() => {}); // the page says what failed
  return sending;
}

// The answer to the request before may have replaced the form.
function post(values) {
  const source = document.getElementById("swap");
  const target = document.getElementById("round");
  return window.htmx.ajax("POST", source.action, { source, target, swap: "morph:outerHTML", values });
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "swap" || !window.htmx || !event.submitter?.name) return;
  event.preventDefault();
  send(event.submitter);
});

document.addEventListener("change", (event) => {
  if (!event.target.matches?.("#swap input[name=player]")) return;
  const chosen = boxes().filter((box) => box.checked);
  if (chosen.length === 2) swap(...chosen.map((box) => box.closest("[data-seat]")));
});

// A name that is cut off is shown whole to a pointer that rests on it.
document.addEventListener("pointerover", (event) => {
  const seat = event.target.closest?.("[data-seat]");
  if (seat && seat.scrollWidth > seat.clientWidth) seat.title = seat.textContent.trim();
});

document.addEventListener("pointerdown", (event) => {
  const seat = event.target.closest?.("[data-seat]");
  if (!seat || event.button !== 0 || event.pointerType === "touch") return;
  start = { seat, x: event.clientX, y: event.clientY };
});

// A press that moves is a drag; one that stays is a tap.
function beginDrag(event) {
  const { seat } = start;
  start = null;
  drag = { from: seat, over: null, note: newNote(), timer: 0, y: event.clientY };
  seat.classList.add("is-dragged");
  window.getSelection()?.removeAllRanges();
  scrollOn();
}

document.addEventListener("pointermove", (event) => {
  if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > MOVED) beginDrag(event);
  if (!drag) return;
  event.preventDefault();
  drag.y = event.clientY;
  moveOver(seatAt(event));
  follow(event);
});

document.addEventListener("pointerup", () => {
  start = null;
  if (!drag) return;
  const { from, over } = drag;
  end();
  window.addEventListener("click", stop, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
  if (over && over !== from) swap(from, over);
});

// The click after a drag ticks no box.
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("[data-seat]")) event.preventDefault();
});
document.addEventListener("pointercancel", () => {
  start = null;
  if (drag) end();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.getElementById("swap")) return;
  start = null;
  if (drag) end();
  else clear();
});
