// Which move was missed before a move of the side that is not to move.

// The moves of the piece on `square` after any of the legal moves, each once. `firsts` are the legal moves after which
// it is legal, each with `later`: its text there.
export function missedBefore(legal, square) {
  const found = new Map();
  for (const first of legal) {
    for (const reply of first.replies) {
      if (reply.route[0] !== square) continue;
      const key = `${reply.route.join()} ${[...reply.captured].sort((a, b) => a - b).join()}`;
      if (!found.has(key)) found.set(key, { ...reply, firsts: [] });
      found.get(key).firsts.push({ ...first, later: reply.text });
    }
  }
  return [...found.values()];
}
