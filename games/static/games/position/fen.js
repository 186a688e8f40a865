// A position written as a FEN, as games/rules/position.py writes it: men before kings, in the order of squares.
const LETTER = { white: "W", black: "B" };

export function writeFen(pieces, side, nameOf) {
  const squares = (whose, rank) =>
    [...pieces]
      .filter(([, piece]) => piece.side === whose && piece.rank === rank)
      .map(([square]) => square)
      .sort((a, b) => a - b)
      .map((square) => (rank === "king" ? `K${nameOf(square)}` : nameOf(square)));
  const list = (whose) => LETTER[whose] + [...squares(whose, "man"), ...squares(whose, "king")].join(",");
  return `${LETTER[side]}:${list("white")}:${list("black")}`;
}

const OTHER = { white: "black", black: "white" };

// The same position seen from the other side: the board turned round and the colours exchanged.
export function mirrored(pieces, geometry) {
  const { width, height } = geometry;
  const turned = ([square, { side, rank }]) => {
    const { row, column } = geometry.cellOf(square);
    return [geometry.squareAt(height - 1 - row, width - 1 - column), { side: OTHER[side], rank }];
  };
  return new Map([...pieces].map(turned));
}

export const other = (side) => OTHER[side];
