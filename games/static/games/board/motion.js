// Slides a piece along its way and lets captured pieces fade. Does nothing where motion is not wanted.

const wantsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
const LEG = 190;

function slide(drawing, square, way) {
  const piece = drawing.pieceAt(square);
  if (!piece?.animate) return;
  const end = drawing.at(square);
  const frames = way.map((step) => {
    const { x, y } = drawing.at(step);
    return { transform: `translate(${x - end.x}px, ${y - end.y}px)` };
  });
  piece.parentNode.append(piece);
  piece.animate(frames, { duration: LEG * Math.min(way.length - 1, 5), easing: "ease-in-out" });
}

function fade(drawing, square, piece, legs) {
  const ghost = drawing.piece(square, piece);
  drawing.pieces.prepend(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: LEG * 1.6,
    delay: (LEG * Math.min(legs, 5)) / 2,
    fill: "forwards",
  });
  fading.onfinish = () => ghost.remove();
  fading.oncancel = () => ghost.remove();
}

// One move apart, forward or back, the difference of two positions tells what moved and what went.
export function animate(drawing, before, after, route) {
  if (!wantsMotion()) return;
  const lost = [...before].filter(([square, { side }]) => after.get(square)?.side !== side);
  const gained = [...after].filter(([square, { side }]) => before.get(square)?.side !== side);
  const moved = gained.filter(([, { side }]) => lost.some(([, piece]) => piece.side === side));
  if (moved.length !== 1) return;
  const [[square, { side }]] = moved;
  const origins = lost.filter(([, piece]) => piece.side === side);
  if (origins.length !== 1) return;

  const origin = origins[0][0];
  let way = [origin, square];
  if (route.length > 2 && route[0] === origin && route.at(-1) === square) way = route;
  if (route.length > 2 && route[0] === square && route.at(-1) === origin) way = [...route].reverse();
  slide(drawing, square, way);
  for (const [at, piece] of lost) if (piece.side !== side) fade(drawing, at, piece, way.length - 1);
}

export function follow(drawing, square, dx, dy) {
  const piece = drawing.pieceAt(square);
  if (!piece) return;
  const scale = drawing.root.viewBox.baseVal.width / drawing.root.getBoundingClientRect().width;
  piece.classList.add("is-lifted");
  piece.parentNode.append(piece);
  piece.setAttribute("transform", `translate(${Math.round(dx * scale)} ${Math.round(dy * scale)})`);
}

export function putDown(drawing) {
  for (const piece of drawing.pieces.querySelectorAll(".is-lifted")) {
    piece.classList.remove("is-lifted");
    piece.removeAttribute("transform");
  }
}

