// A move by two squares without the legal moves of its position: what the board looks like after it, as far as one can
// tell. Nothing is checked here; the server reads the move and draws the board again (`only_legal` of an entry).
import { readFen } from "../../games/board/geometry.js";

const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const STRAIGHT = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const MAX_WAYS = 500; // of a capture that are looked at

function wordsOf(pieces, side) {
  return [...pieces].filter(([, piece]) => piece.side === side).map(([square, { rank }]) => (rank === "king" ? "K" : "") + square).join(",");
}

function fenOf(pieces, side) {
  return `${side === "white" ? "W" : "B"}:W${wordsOf(pieces, "white")}:B${wordsOf(pieces, "black")}`;
}

// Along a line a board with squares of one colour has every second cell.
function linesOf(geometry, isStraight) {
  if (!isStraight) return DIAGONAL;
  return geometry.usesEveryCell ? STRAIGHT : STRAIGHT.map(([down, right]) => [2 * down, 2 * right]);
}

function squaresFrom(geometry, square, [down, right]) {
  const found = [];
  let { row, column } = geometry.cellOf(square);
  for (;;) {
    row += down;
    column += right;
    const next = geometry.squareAt(row, column);
    if (next === null) return found;
    found.push(next);
  }
}

// The single captures from a square: {over, to}.
function jumpsFrom(geometry, pieces, square, piece, taken, lines) {
  const found = [];
  for (const line of lines) {
    const way = squaresFrom(geometry, square, line);
    const at = piece.rank === "king" ? way.findIndex((one) => pieces.has(one)) : 0;
    const over = way[at];
    if (over === undefined || taken.includes(over) || (pieces.get(over)?.side ?? piece.side) === piece.side) continue;
    for (const to of way.slice(at + 1)) {
      if (pieces.has(to)) break;
      found.push({ over, to });
      if (piece.rank !== "king") break;
    }
  }
  return found;
}

// What a capture from one square to another takes, by the way that takes most.
function takenBetween(geometry, pieces, from, to, lines) {
  const piece = pieces.get(from);
  const others = new Map([...pieces].filter(([square]) => square !== from));
  let best = [];
  let ways = 0;
  const go = (square, taken) => {
    if (square === to && taken.length > best.length) best = taken;
    for (const jump of jumpsFrom(geometry, others, square, piece, taken, lines)) {
      ways += 1;
      if (ways > MAX_WAYS) return;
      go(jump.to, [...taken, jump.over]);
    }
  };
  go(from, []);
  return best;
}

// {fen, route, captured} after a move from one square to another; the same board if no piece is there.
export function noted(fen, from, to, geometry) {
  const { pieces, side } = readFen(fen, geometry);
  const piece = pieces.get(from);
  if (!piece) return { fen, route: [], captured: [] };
  const captured = [false, true].map((isStraight) => takenBetween(geometry, pieces, from, to, linesOf(geometry, isStraight))).find((taken) => taken.length) ?? [];
  for (const square of [from, ...captured]) pieces.delete(square);
  const isLastRow = geometry.cellOf(to).row === (piece.side === "white" ? 0 : geometry.height - 1);
  pieces.set(to, isLastRow ? { ...piece, rank: "king" } : piece);
  return { fen: fenOf(pieces, side === "white" ? "black" : "white"), route: [from, to], captured };
}
