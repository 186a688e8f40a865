// Cards of live boards, in the grid and on screens in the hall: a small board with players, clocks and the last move.
import { Geometry, readFen } from "../../games/board/geometry.js";
import { setClocks } from "./clocks.js";

const SVG = "http://www.w3.org/2000/svg";

const geometries = new Map();
function geometryOf(card) {
  const { width, height, isMirrored, usesEveryCell, numbersFromBelow, ranksFromAbove } = card.closest("[data-width]").dataset;
  const key = [width, height, isMirrored, usesEveryCell, numbersFromBelow, ranksFromAbove].join();
  if (!geometries.has(key)) {
    const facts = { width: Number(width), height: Number(height) };
    const flags = { isMirrored, usesEveryCell, numbersFromBelow, ranksFromAbove };
    for (const [name, value] of Object.entries(flags)) facts[name] = Boolean(value);
    geometries.set(key, new Geometry(facts));
  }
  return geometries.get(key);
}

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function drawPieces(drawing, geometry, fen) {
  for (const old of drawing.querySelectorAll("circle")) old.remove();
  for (const [square, { side, rank }] of readFen(fen, geometry).pieces) {
    const { row, column } = geometry.cellOf(square);
    const place = { class: `small-board__${side}`, cx: column * 100 + 50, cy: row * 100 + 50 };
    drawing.append(shape("circle", { ...place, r: 38 }));
    if (rank === "king") drawing.append(shape("circle", { ...place, r: 18 }));
  }
}

function drawLastMove(drawing, geometry, route) {
  for (const old of drawing.querySelectorAll(".small-board__last")) old.remove();
  const squares = drawing.querySelector("path, use");
  for (const square of route) {
    const { row, column } = geometry.cellOf(square);
    const box = { class: "small-board__last", x: column * 100, y: row * 100, width: 100, height: 100 };
    squares.after(shape("rect", box));
  }
}

// Draw a move on the card of its board.
function moved(card, move) {
  const drawing = card.querySelector("[data-drawing] svg");
  const geometry = geometryOf(card);
  drawPieces(drawing, geometry, move.fen);
  drawLastMove(drawing, geometry, move.route);
  card.querySelector("[data-last]").textContent = move.text;
  card.dataset.plies = move.ply;
  const running = move.is_over ? "" : /^\s*b/i.test(move.fen) ? "black" : "white";
  setClocks(card, { white: move.white, black: move.black, running, at: move.clock_at });
}

// Mark the last move of each card that the server has drawn.
export function prepare() {
  for (const card of document.querySelectorAll("[data-live-board][data-last-move]")) {
    const route = card.dataset.lastMove.split(" ").filter(Boolean).map(Number);
    drawLastMove(card.querySelector("[data-drawing] svg"), geometryOf(card), route);
  }
}

// Draw what an event says of a card; false if the page has to be read again for it.
export function drawn(event) {
  const card = event && document.querySelector(`[data-live-board="${event.data.board}"]`);
  if (!card) return false;
  if (event.kind === "board.clocks") setClocks(card, { ...event.data, at: event.at });
  else if (event.kind === "board.moved" && event.data.ply === Number(card.dataset.plies) + 1) moved(card, event.data);
  else return false;
  return true;
}
