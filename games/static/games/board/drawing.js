// Draws a position as SVG in layers. The same layers, classes and sizes as templates/games/core/_board.html.
const NS = "http://www.w3.org/2000/svg";
export const CELL = 100;
const LETTERED_BORDER = 44; // room for letters and numbers beside the squares
const PLAIN_BORDER = 24;

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export class Drawing {
  constructor(geometry, { isFlipped, usesLetters }) {
    this.geometry = geometry;
    this.isFlipped = isFlipped;
    this.usesLetters = usesLetters;
    this.border = usesLetters ? LETTERED_BORDER : PLAIN_BORDER;
    this.squares = svg("g");
    this.under = svg("g"); // beneath the pieces: what is picked up and where it may go
    this.pieces = svg("g");
    this.marks = svg("g");
    this.hits = svg("g");
    this.root = this.#frame();
  }

  // Top left corner of a square in the drawing.
  at(square) {
    const { row, column } = this.geometry.cellOf(square);
    const { width, height } = this.geometry;
    const [x, y] = this.isFlipped ? [width - 1 - column, height - 1 - row] : [column, row];
    return { x: x * CELL, y: y * CELL };
  }

  centre(square) {
    const { x, y } = this.at(square);
    return { x: x + CELL / 2, y: y + CELL / 2 };
  }

  #frame() {
    const inner = { width: this.geometry.width * CELL, height: this.geometry.height * CELL };
    const outer = { width: inner.width + 2 * this.border, height: inner.height + 2 * this.border };
    const field = svg(
      "g",
      { transform: `translate(${this.border} ${this.border})` },
      svg("rect", { class: "board__field", ...inner }),
      this.squares,
      this.under,
      this.pieces,
      this.marks,
      this.hits,
    );
    return svg(
      "svg",
      { class: "board", viewBox: `0 0 ${outer.width} ${outer.height}` },
      svg("rect", { class: "board__frame", ...outer, rx: 10 }),
      ...(this.usesLetters ? this.#edges(inner, outer) : []),
      field,
    );
  }

  #edges(inner, outer) {
    const texts = [];
    const put = (x, y, text) => texts.push(svg("text", { class: "board__edge", x, y }, text));
    const { width, height } = this.geometry;
    for (let column = 0; column < width; column += 1) {
      const letter = "abcdefghijklmnopqrstuvwxyz"[this.isFlipped ? width - 1 - column : column];
      const x = this.border + column * CELL + CELL / 2;
      put(x, this.border / 2, letter);
      put(x, outer.height - this.border / 2, letter);
    }
    for (let row = 0; row < height; row += 1) {
      const rank = String(this.geometry.rankOf(this.isFlipped ? height - 1 - row : row));
      const y = this.border + row * CELL + CELL / 2;
      put(this.border / 2, y, rank);
      put(outer.width - this.border / 2, y, rank);
    }
    return texts;
  }

  drawSquares(lastMove) {
    const last = new Set(lastMove);
    const drawn = [];
    for (let square = 1; square <= this.geometry.squares; square += 1) {
      const { x, y } = this.at(square);
      const kind = this.geometry.usesEveryCell ? "board__square board__square--lined" : "board__square";
      const name = last.has(square) ? `${kind} is-last` : kind;
      drawn.push(svg("rect", { class: name, "data-square": square, x, y, width: CELL, height: CELL }));
      if (!this.usesLetters) {
        drawn.push(svg("text", { class: "board__number", x: x + 5, y: y + 20 }, String(square)));
      }
    }
    this.squares.replaceChildren(...drawn);
  }

  piece(square, { side, rank }) {
    const { x, y } = this.at(square);
    const href = `#piece-${side}-${rank}`;
    return svg("use", { class: "board__piece", href, "data-square": square, x, y, width: CELL, height: CELL });
  }

  drawPieces(pieces) {
    this.pieces.replaceChildren(...[...pieces].map(([square, piece]) => this.piece(square, piece)));
  }

  pieceAt(square) {
    return this.pieces.querySelector(`[data-square="${square}"]`);
  }

  drawMarks({ captured = [], marks = [], arrows = [], picked = null, targets = [], occupied = new Map() }) {
    const drawn = captured.map((square) => {
      const { x, y } = this.centre(square);
      return svg("path", { class: "board__captured", d: `M${x} ${y}m-16-16 32 32m0-32-32 32` });
    });
    for (const square of marks) {
      const { x, y } = this.centre(square);
      drawn.push(svg("circle", { class: "board__mark", cx: x, cy: y, r: 45 }));
    }
    for (const { route, isBad } of arrows) drawn.push(this.#arrow(route, isBad));
    const under = [];
    if (picked !== null) {
      const { x, y } = this.at(picked);
      under.push(svg("rect", { class: "board__picked", x, y, width: CELL, height: CELL }));
    }
    for (const square of targets) {
      const { x, y } = this.centre(square);
      if (occupied.has(square)) {
        drawn.push(svg("circle", { class: "board__target board__target--piece", cx: x, cy: y, r: 44 }));
      } else under.push(svg("circle", { class: "board__target", cx: x, cy: y, r: 15 }));
    }
    this.under.replaceChildren(...under);
    this.marks.replaceChildren(...drawn);
  }

  #arrow(route, isBad) {
    const points = route.map((square) => this.centre(square)).map(({ x, y }) => `${x},${y}`);
    return svg("polyline", {
      class: isBad ? "board__arrow board__arrow--bad" : "board__arrow",
      points: points.join(" "),
      "marker-end": `url(#arrow-${isBad ? "bad" : "good"})`,
    });
  }
}
