// Asks the server for the legal moves of a position; it alone knows the rules. Answers are kept for the visit.
const known = new Map();

export function token() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

export async function post(url, body, signal) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(body),
    signal,
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const said = [answer.title, answer.next].filter(Boolean).join(" ");
    throw Object.assign(new Error(said || response.statusText), { answer });
  }
  return answer;
}

// The positions before, oldest first, are for rules that look back: a king that moved three times in a row.
export async function askMoves(url, variant, fen, before = []) {
  const key = [variant, fen, ...before].join(" ");
  if (!known.has(key)) {
    const asked = post(url, { variant, fen, before });
    known.set(key, asked);
    asked.catch(() => known.delete(key));
  }
  return known.get(key);
}

export const LOOKED_BACK = 6;

// The positions that led to the one after `ply` half-moves, oldest first.
export function before(ply, fenAt) {
  const first = Math.max(0, ply - LOOKED_BACK);
  return Array.from({ length: ply - first }, (_, index) => fenAt(first + index));
}
