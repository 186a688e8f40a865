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

export async function askMoves(url, variant, fen) {
  const key = `${variant} ${fen}`;
  if (!known.has(key)) {
    const asked = post(url, { variant, fen });
    known.set(key, asked);
    asked.catch(() => known.delete(key));
  }
  return known.get(key);
}
