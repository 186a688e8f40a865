// What typed keys mean: 0107, 1-7, 9x18, 9x18x25, c3d4, c3:e5. Knows squares, not rules.
const SQUARE = /[a-l]\d{1,2}|\d{1,2}/gi; // twelve files at most, so that x and : stay signs
const NUMBERS = /^\d{4}$/;
const LETTERS = /^[a-l]\d[a-l]\d$/i;
const SEPARATORS = /[-–—x:*.,/\s]/;

// The squares named, in order; an empty list when the text is no move on this board.
export function readSquares(text, geometry) {
  const bare = text.trim();
  const parts = NUMBERS.test(bare) ? [bare.slice(0, 2), bare.slice(2)] : (bare.match(SQUARE) ?? []);
  const squares = parts.map((part) => geometry.read(part));
  const rest = NUMBERS.test(bare) ? "" : bare.replaceAll(SQUARE, "");
  const isClean = [...rest].every((letter) => SEPARATORS.test(letter));
  return isClean && squares.length > 1 && squares.every((square) => square !== null) ? squares : [];
}

// Four digits, or two letter squares, are whole without Enter.
export function isWhole(text) {
  return NUMBERS.test(text.trim()) || LETTERS.test(text.trim());
}

// Legal moves which the squares may mean: ends agree, what is named between lies on the way.
export function meant(squares, moves) {
  const between = squares.slice(1, -1);
  return moves.filter((move) => {
    if (move.route[0] !== squares[0] || move.route.at(-1) !== squares.at(-1)) return false;
    let place = 0;
    return between.every((square) => {
      const next = move.route.indexOf(square, place + 1);
      if (next > 0) place = next;
      return next > 0 || move.captured.includes(square);
    });
  });
}
