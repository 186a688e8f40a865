// Forms kept on this phone until the server has answered for them. Each is sent again and again, more and more seldom,
// until an answer comes; what the answer is worth is for `settle` to say, which drops the form or keeps it with a refusal.
const AGAIN = [1_000, 2_000, 5_000, 10_000, 30_000];

function token() {
  return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

async function post(address, fields) {
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token() || fields.csrfmiddlewaretoken });
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status === 429 || answer.status >= 500) throw new Error(String(answer.status));
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return { status: answer.status, isJson, isSignedOut: !isJson && answer.redirected, told: isJson ? await answer.json() : {} };
}

// Drop what was refused of a dispute that is ruled on now: of the same case, the same incident of a player, or tried on
// the same page about the same game.
export function dropRuled(unsent, { fields }, tried = new Set()) {
  for (const [key, { refusal, fields: other }] of Object.entries(unsent.all())) {
    const isSame = (...names) => names.every((name) => fields[name] === other[name]);
    const isOfCase = Boolean(fields.case) && isSame("case");
    const isTried = tried.has(key) && isSame("board", "game");
    if (refusal && (isOfCase || isTried || isSame("board", "game", "player", "incident"))) unsent.drop(key);
  }
}

export class Unsent {
  constructor(name, { settle, show, sent = () => {} }) {
    Object.assign(this, { name, settle, show, sent, attempt: 0, isSending: false });
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => document.hidden || this.flush());
  }

  all() {
    try {
      return JSON.parse(localStorage.getItem(this.name)) ?? {};
    } catch {
      return {};
    }
  }

  write(forms) {
    try {
      localStorage.setItem(this.name, JSON.stringify(forms));
    } catch {
      // A phone that keeps nothing still sends at once.
    }
  }

  keep(key, form) {
    this.write({ ...this.all(), [key]: form });
  }

  drop(key) {
    const forms = this.all();
    delete forms[key];
    this.write(forms);
  }

  waiting() {
    return Object.entries(this.all()).filter(([, form]) => !form.refusal);
  }

  later(wait = AGAIN[Math.min(this.attempt, AGAIN.length - 1)]) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), wait);
    this.attempt += 1;
    this.show();
  }

  async flush() {
    if (this.isSending || !this.waiting().length) return;
    this.isSending = true;
    clearTimeout(this.timer);
    try {
      for (const [key, form] of this.waiting()) this.settle(key, form, await post(form.address, form.fields));
      this.attempt = 0;
      this.sent();
    } catch {
      this.later();
    } finally {
      this.isSending = false;
      this.show();
    }
  }
}
