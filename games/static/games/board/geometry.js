// What a board is: its size and how its squares are numbered. The same facts as games/rules/geometry.py;
// tests/browser compares the two drawings square by square.
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export class Geometry {
  // `numbersFromBelow`: square 1 is at White's right hand; `ranksFromAbove`: rank 1 of the letter squares is at the top.
  constructor({
    width = 8,
    height = 8,
    isMirrored = false,
    usesEveryCell = false,
    numbersFromBelow = false,
    ranksFromAbove = false,
  } = {}) {
    this.width = width;
    this.height = height;
    this.usesEveryCell = usesEveryCell;
    this.ranksFromAbove = ranksFromAbove;
    this.cells = [];
    this.numbers = new Map();
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const isPlayed = usesEveryCell || (height - 1 - row + column) % 2 === (isMirrored ? 1 : 0);
        if (!isPlayed) continue;
        this.cells.push({ row, column });
      }
    }
    if (numbersFromBelow) this.cells.reverse();
    this.cells.forEach(({ row, column }, index) => this.numbers.set(row * width + column, index + 1));
  }

  get squares() {
    return this.cells.length;
  }

  cellOf(square) {
    return this.cells[square - 1];
  }

  squareAt(row, column) {
    if (row < 0 || column < 0 || row >= this.height || column >= this.width) return null;
    return this.numbers.get(row * this.width + column) ?? null;
  }

  nameOf(square) {
    const { row, column } = this.cellOf(square);
    return `${LETTERS[column]}${this.rankOf(row)}`;
  }

  // The number beside a row, and the row beside a number.
  rankOf(row) {
    return this.ranksFromAbove ? row + 1 : this.height - row;
  }

  // The square nearest White's left hand, where the cursor begins.
  get nearest() {
    return this.squareAt(this.height - 1, 0) ?? this.squareAt(this.height - 1, 1);
  }

  #rowOf(rank) {
    return this.ranksFromAbove ? rank - 1 : this.height - rank;
  }

  // A square written as a number or by its letter name; null when this board has none such.
  read(text) {
    const word = text.trim().toLowerCase();
    if (/^\d+$/.test(word)) {
      const square = Number(word);
      return square >= 1 && square <= this.squares ? square : null;
    }
    const column = LETTERS.indexOf(word[0]);
    return column < 0 ? null : this.squareAt(this.#rowOf(Number(word.slice(1))), column);
  }
}

// Where each piece stands: Map of square to {side, rank}, and the side to move.
export function readFen(text, geometry) {
  const pieces = new Map();
  const [turn = "", ...lists] = text.trim().replace(/\.$/, "").split(":");
  for (const list of lists) {
    const side = { W: "white", B: "black" }[list[0]?.toUpperCase()];
    if (!side) continue;
    for (const entry of list.slice(1).split(",")) {
      const word = entry.trim();
      if (!word) continue;
      const isKing = word[0] === "K" || (word[0] === "k" && /\d|[a-z]/.test(word[1] ?? ""));
      const [from, to] = word.slice(isKing ? 1 : 0).split("-").map((part) => geometry.read(part));
      for (let square = from; square !== null && square <= (to ?? from); square += 1) {
        pieces.set(square, { side, rank: isKing ? "king" : "man" });
      }
    }
  }
  return { pieces, side: turn.toUpperCase() === "B" ? "black" : "white" };
}
