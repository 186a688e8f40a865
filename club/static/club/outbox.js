// Entries stay on this device, in IndexedDB, until the server has answered each: results, incidents, moves, check-ins.
// An entry has an idempotency key, so that it acts once however often it is sent, and the version that it was based on
// among its fields. Entries of one lane (a game, a board, a player) go in order; other lanes do not wait for them, except
// for a barrier: an entry about a whole group of lanes goes after all earlier ones of its group and before all later ones.
// A chained entry builds on the one before it in its lane: if that is refused, it is stopped, and stays on the device.
const NAME = "draughts-outbox";
const STORE = "entries";
const FORMER = { "draughts-unsent": "result", "draughts-incidents": "incident" }; // localStorage of older versions
const AGAIN = [300, 700, 1_500, 3_000, 6_000, 12_000, 30_000];
const PATIENCE = 8_000; // milliseconds for an answer, then the entry is sent again
const AT_ONCE = 4; // a browser has six connections to a server, and the page needs some
const FIRST_PAUSE = 6; // failures in a row, after which one entry at a time looks for the network
const GENTLE = 2_500; // milliseconds of quiet before a screen reader is told
const PASS = "pass:"; // begins the owner of entries that were made with a helper pass
const SENT = 10_000; // milliseconds that the number of sent entries alone is shown
const HELD = 15_000; // milliseconds that another form of the page waits for the entries

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18)); // crypto.randomUUID is absent on plain http
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function promised(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

async function opened() {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE, { keyPath: "key" }));
  const database = await promised(request);
  database.addEventListener("versionchange", () => database.close());
  return database;
}

class Outbox extends EventTarget {
  constructor() {
    super();
    this.place = document.getElementById("outbox");
    this.owner = this.place?.dataset.owner ?? "";
    Object.assign(this, { all: new Map(), handlers: {}, sending: new Set(), due: new Map(), waits: new Map() });
    Object.assign(this, { failures: 0, sent: 0, last: 0, writes: 0, outage: "", isLost: false, isSignedOut: false, database: null });
    this.opening = this.open();
    this.ready = this.begin();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.tabs = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
    this.tabs?.addEventListener("message", () => this.read().then(() => this.told()));
  }

  async open() {
    try {
      this.database = await opened();
    } catch {
      this.isLost = true; // a private window: entries live as long as the page
    }
  }

  async begin() {
    await this.opening;
    try {
      while (!(await this.read())) await new Promise((resolve) => setTimeout(resolve, 20)); // an entry made meanwhile
    } catch {
      this.isLost = true;
    }
    await this.moveFormer();
    this.told();
    this.pump();
  }

  // False while something is being written, which is newer than what is stored.
  async read() {
    if (!this.database) return true;
    if (this.writes) return false;
    const rows = await promised(this.database.transaction(STORE).objectStore(STORE).getAll());
    if (this.writes) return false;
    this.all = new Map(rows.sort((one, other) => one.order - other.order).map((row) => [row.key, row]));
    return true;
  }

  // Entries of an older version of the page become the account's that opens it first.
  async moveFormer() {
    if (!this.place) return;
    for (const [name, kind] of Object.entries(FORMER)) {
      let forms = {};
      try {
        forms = JSON.parse(localStorage.getItem(name)) ?? {};
      } catch {
        continue;
      }
      for (const [key, { address, fields, label, refusal }] of Object.entries(forms)) {
        const more = refusal ? { state: "refused", refusal } : {};
        await this.put({ key: kind === "incident" ? key : newKey(), kind, lane: key, topic: key, address, fields, label, ...more });
      }
      if (!this.isLost) localStorage.removeItem(name);
    }
  }

  // ---- entries ----

  mine() {
    return [...this.all.values()].filter((entry) => entry.owner === this.owner);
  }

  of(kind) {
    return this.mine().filter((entry) => entry.kind === kind);
  }

  waiting() {
    return this.mine().filter((entry) => entry.state === "waiting");
  }

  foreign() {
    return [...this.all.values()].filter((entry) => entry.owner !== this.owner && !entry.owner.startsWith(PASS)).length;
  }

  // Entries of a helper pass that this device had before: a revoked pass sends nothing any more.
  former() {
    return [...this.all.values()].filter((entry) => entry.owner !== this.owner && entry.owner.startsWith(PASS));
  }

  // Those that may go out in the name of this account or pass: of the same event.
  adoptable() {
    const { event } = this.place?.dataset ?? {};
    return this.former().filter((entry) => entry.state === "waiting" && event && (entry.event ?? event) === event);
  }

  // With keys of their own: the former ones may have arrived, and belong to the former pass.
  async adopt() {
    const taken = this.adoptable();
    const keys = new Map(taken.map(({ key }) => [key, newKey()]));
    const own = taken.map((one) => ({ ...one, key: keys.get(one.key), undoes: keys.get(one.undoes) ?? one.undoes, owner: this.owner, tries: 0 }));
    for (const { key } of taken) this.all.delete(key);
    for (const one of own) this.all.set(one.key, one);
    await this.change((store) => {
      for (const { key } of taken) store.delete(key);
      for (const one of own) store.put(one);
    });
    this.told();
    this.hurry();
  }

  async write(entry) {
    this.all.set(entry.key, entry);
    await this.change((store) => store.put(entry));
  }

  async drop(key) {
    this.all.delete(key);
    this.due.delete(key);
    await this.change((store) => store.delete(key));
    this.told();
  }

  // Resolves once the change has reached the disk.
  async change(act) {
    this.writes += 1; // before the store is open, too: an entry may be made as soon as the page is there
    try {
      await this.opening;
      if (!this.database) return;
      const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      act(transaction.objectStore(STORE));
      await new Promise((resolve, reject) => {
        transaction.addEventListener("complete", resolve);
        transaction.addEventListener("abort", () => reject(transaction.error));
      });
      this.tabs?.postMessage("changed");
    } catch {
      this.isLost = true; // the disk is full: sent all the same
    } finally {
      this.writes -= 1;
    }
  }

  // An entry that may have reached the server.
  isTried(entry) {
    return Boolean(entry.tries) || this.sending.has(entry.key);
  }

  // Keep an entry, and send it. It replaces an earlier one about the same topic that was never sent; after one that
  // may have arrived it is queued, based on what that one has entered.
  async put({ key = newKey(), kind, lane, topic = lane, address, fields, ...more }) {
    const same = this.mine().filter((one) => one.topic === topic && one.kind === kind && one.key !== key);
    const earlier = same.filter((one) => one.state === "waiting");
    const tried = earlier.filter((one) => this.isTried(one));
    const replaced = same.filter((one) => !tried.includes(one)); // a refused one, too: this is a newer decision
    this.last = Math.max(this.last + 1, Date.now());
    const entry = { key, kind, lane, topic, address, fields, method: "POST", owner: this.owner, event: this.place?.dataset.event || undefined, order: this.last, at: new Date().toISOString(), state: "waiting", tries: 0, ...more };
    const basis = tried.length ? tried.at(-1).value : earlier[0]?.fields.was;
    if (earlier.length && "was" in fields && basis !== undefined) entry.fields = { ...fields, was: basis };
    this.all.set(entry.key, entry);
    for (const one of replaced) this.all.delete(one.key);
    this.told();
    await this.change((store) => {
      store.put(entry);
      for (const one of replaced) store.delete(one.key);
    });
    if (!this.isLost) document.dispatchEvent(new CustomEvent("entry-kept", { detail: entry }));
    this.pump();
    return entry;
  }

  // The answer to an entry, when it comes: {status, told}.
  answered(key) {
    return new Promise((resolve) => this.waits.set(key, resolve));
  }

  // ---- sending ----

  hurry() {
    this.due.clear();
    this.failures = 0;
    this.pump();
  }

  next() {
    const now = Date.now();
    const lanes = new Set([...this.sending].map((key) => this.all.get(key)?.lane));
    const begun = new Set(); // groups with an earlier entry
    const barred = new Set(); // groups with an earlier barrier
    for (const entry of this.waiting()) {
      const { lane, group } = entry;
      const isBarred = barred.has(group) || (entry.isBarrier && begun.has(group));
      if (group) begun.add(group);
      if (group && entry.isBarrier) barred.add(group);
      if (isBarred || lanes.has(lane)) continue;
      lanes.add(lane);
      if ((this.due.get(entry.key) ?? 0) <= now) return entry;
    }
    return null;
  }

  pump() {
    clearTimeout(this.timer);
    const most = this.failures >= FIRST_PAUSE ? 1 : AT_ONCE;
    if (this.failures < FIRST_PAUSE || (this.pause ?? 0) <= Date.now()) {
      for (let entry = this.next(); entry && this.sending.size < most; entry = this.next()) this.send(entry);
    }
    if (!this.waiting().length || this.sending.size >= most) return;
    const dues = this.waiting().map((entry) => this.due.get(entry.key) ?? 0);
    const at = Math.max(Math.min(...dues), this.failures >= FIRST_PAUSE ? (this.pause ?? 0) : 0);
    this.timer = setTimeout(() => this.pump(), Math.max(at - Date.now(), 50));
  }

  async send(entry) {
    this.sending.add(entry.key);
    try {
      const answer = await this.post(entry);
      this.failures = 0;
      Object.assign(this, { outage: "", isSignedOut: false });
      await this.settle(entry, answer);
    } catch (error) {
      await this.later(entry, error);
    } finally {
      this.sending.delete(entry.key);
      this.told();
      this.pump();
    }
  }

  async post(entry) {
    const headers = { Accept: "application/json", "X-CSRFToken": this.token(), "Idempotency-Key": entry.key, "X-Entry-Owner": entry.owner };
    if (this.handlers[entry.kind]?.wantsBoard && this.waiting().length <= AT_ONCE) headers["X-Board"] = "1";
    if (entry.isJson) headers["Content-Type"] = "application/json";
    const fields = { ...entry.fields };
    delete fields.csrfmiddlewaretoken;
    const body = entry.isJson ? JSON.stringify(fields) : new URLSearchParams(fields);
    const answer = await fetch(entry.address, { method: entry.method, body, headers, signal: this.limit() });
    const isJson = /^application\/(problem\+)?json/.test(answer.headers.get("Content-Type") ?? "");
    const told = isJson ? await answer.json() : {};
    if (answer.status === 429 || answer.status >= 500) {
      const wait = answer.status === 429 ? Number(answer.headers.get("Retry-After") ?? 0) : 0;
      throw Object.assign(new Error(String(answer.status)), { outage: outageText(told, answer.status), wait: wait * 1000 });
    }
    if (!isJson || answer.status === 401 || told.code === "other_account") throw Object.assign(new Error("signed out"), { isSignedOut: true });
    return { status: answer.status, isJson, told };
  }

  limit() {
    const control = new AbortController();
    setTimeout(() => control.abort(), PATIENCE);
    return control.signal;
  }

  token() {
    return document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
  }

  async settle(entry, answer) {
    const { status, told } = answer;
    const refusal = told.refusal || (status >= 400 ? [told.title, told.next].filter(Boolean).join(" ") || String(status) : "");
    const wait = this.waits.get(entry.key);
    this.waits.delete(entry.key);
    if (refusal) await this.refuse({ ...entry, state: "refused", refusal, conflict: told.conflict, told: { ...told, board: undefined } });
    else await this.drop(entry.key);
    if (!refusal) Object.assign(this, { sent: this.sent + 1, sentAt: Date.now() });
    this.handlers[entry.kind]?.settled?.(entry, { ...answer, refusal });
    wait?.({ ...answer, refusal });
  }

  async refuse(entry) {
    const later = this.waiting().filter((one) => one.lane === entry.lane && one.isChained && one.order > entry.order);
    const changed = [entry, ...later.map((one) => ({ ...one, state: "stopped" }))];
    for (const one of changed) this.all.set(one.key, one);
    await this.change((store) => changed.forEach((one) => store.put(one)));
  }

  // Without an answer the entry may have arrived: it counts as tried, unless the device has no network at all.
  async later(entry, { isSignedOut = false, outage = "", wait = 0 }) {
    const isTried = navigator.onLine || Boolean(outage);
    const tries = entry.tries + (isTried ? 1 : 0);
    this.failures += 1;
    Object.assign(this, { outage, isSignedOut });
    const again = AGAIN[Math.min(Math.max(tries - 1, 0), AGAIN.length - 1)];
    const longer = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.due.set(entry.key, Date.now() + Math.max(wait, isSignedOut ? 30_000 : again * (0.75 + Math.random() / 2)));
    this.pause = Date.now() + (this.failures >= FIRST_PAUSE ? longer : 0);
    const isThere = this.all.has(entry.key);
    if (isThere && (tries !== entry.tries || isSignedOut !== Boolean(entry.isSignedOut))) await this.write({ ...entry, tries, isSignedOut });
    if (!isSignedOut) this.dispatchEvent(new CustomEvent("late", { detail: entry }));
  }

  // ---- what is seen and heard ----

  told() {
    this.dispatchEvent(new Event("change"));
    for (const { show } of Object.values(this.handlers)) show?.();
    if (this.place) this.draw();
  }

  draw() {
    const { place } = this;
    const mine = this.mine();
    const waiting = this.waiting();
    const refused = mine.filter((entry) => entry.state === "refused").length;
    const copyOf = "kept" in document.documentElement.dataset ? document.querySelector("#kept time")?.textContent : "";
    const parts = [
      ...(copyOf ? [place.dataset.copy.replace("%(time)s", copyOf)] : []), // in sight wherever the page is scrolled to
      ...(mine.length > refused ? [counted(place.dataset.here, mine.length - refused)] : []),
      ...(this.sent ? [counted(place.dataset.sent, this.sent)] : []),
      ...(refused ? [counted(place.dataset.refused, refused)] : []),
    ];
    const text = parts.join(" · ");
    const line = place.querySelector("[data-count]");
    line.textContent = text;
    const isSignedOut = waiting.length > 0 && this.isSignedOut && navigator.onLine; // the site has answered
    const isOffline = waiting.length > 0 && !isSignedOut && (this.failures > 0 || !navigator.onLine);
    reveal(place.querySelector("[data-offline]"), isOffline && !copyOf);
    reveal(place.querySelector("[data-signed-out]"), isSignedOut);
    reveal(place.querySelector("[data-lost]"), this.isLost);
    const foreign = this.foreign();
    reveal(place.querySelector("[data-foreign]"), foreign > 0);
    place.querySelector("[data-outage]").textContent = this.outage;
    reveal(place.querySelector("[data-outage]"), Boolean(this.outage));
    const former = this.former();
    reveal(place.querySelector("[data-former]"), former.length > 0);
    reveal(place.querySelector("[data-adoptable]"), this.adoptable().length > 0);
    const isPast = !mine.length && !copyOf && Date.now() - (this.sentAt ?? 0) >= SENT;
    place.hidden = (!text || isPast) && !this.isLost && !foreign && !former.length;
    clearTimeout(this.past);
    if (!place.hidden && !mine.length && this.sent) this.past = setTimeout(() => this.draw(), SENT);
    reveal(place.querySelector("[data-held]"), Boolean(this.held));
    const refusedHere = mine.filter((entry) => entry.state !== "waiting" && !this.isShownElsewhere(entry));
    this.list([...refusedHere, ...(isSignedOut ? waiting : []), ...former]);
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      const heard = place.querySelector("[data-heard]");
      if (heard.textContent !== text) heard.textContent = text;
    }, GENTLE);
  }

  // A page may show refused entries itself: all of a kind, or those about what it shows.
  isShownElsewhere(entry) {
    const { showsRefused } = this.handlers[entry.kind] ?? {};
    return typeof showsRefused === "function" ? showsRefused(entry) : Boolean(showsRefused);
  }

  // One card for each refused or stopped entry: of a conflict both values, side by side, with a button each. Entries
  // that cannot be sent from here are listed, too.
  list(refused) {
    const place = this.place.querySelector("[data-list]");
    const drawn = refused.map((entry) => [entry.key, entry.state, entry.refusal, entry.conflict?.theirs].join());
    if (place.dataset.drawn === drawn.join()) return;
    place.dataset.drawn = drawn.join();
    place.replaceChildren(
      ...refused.map((entry) => {
        const isUnsent = entry.state === "waiting" || entry.owner !== this.owner;
        const name = isUnsent ? "unsent" : entry.conflict ? "conflict" : "one";
        const card = this.place.querySelector(`template[data-${name}]`).content.cloneNode(true);
        const fills = { label: entry.label, refusal: entry.refusal ?? this.place.dataset.beforeRefused, theirs: entry.conflict?.theirs, mine: entry.conflict?.mine, by: entry.conflict?.by };
        for (const part of card.querySelectorAll("[data-fill]")) part.textContent = fills[part.dataset.fill] ?? "";
        for (const button of card.querySelectorAll("[data-act]")) button.dataset.key = entry.key;
        if (entry.conflict && !entry.conflict.may_replace) card.querySelector("[data-act=replace]")?.remove();
        reveal(card.querySelector("[data-ask]"), Boolean(entry.conflict) && !entry.conflict.may_replace);
        return card;
      }),
    );
  }

  // Another form of the page, such as *Pair players present*, is about what was entered: it is sent after the entries.
  // One that is refused, or a network that does not come back, sends nothing: a person looks, and presses again.
  hold(submitter) {
    const refused = this.mine().length - this.waiting().length;
    this.letGo?.();
    this.held = true;
    reveal(this.place.querySelector("[data-not-done]"), false);
    const look = () => {
      if (this.mine().length - this.waiting().length > refused) end(false);
      else if (!this.waiting().length) end(true);
    };
    const limit = setTimeout(() => end(false), HELD);
    this.letGo = () => {
      clearTimeout(limit);
      this.removeEventListener("change", look);
    };
    const end = (isDone) => {
      this.letGo();
      Object.assign(this, { held: false, letGo: null });
      const button = isDone ? sameButton(submitter) : null;
      button?.form.requestSubmit(button);
      reveal(this.place.querySelector("[data-not-done]"), !button);
      this.draw();
    };
    this.addEventListener("change", look);
    this.hurry();
    this.told();
    this.place.scrollIntoView({ block: "nearest" });
  }

  // `instead`: address and fields that replace a result, of an entry that does something else, such as an undo.
  async replace(key, next = newKey()) {
    const { kind, lane, topic, game, address, fields, label, value, conflict, instead } = this.all.get(key);
    const { address: to, fields: told } = instead ?? { address, fields };
    await this.drop(key);
    return this.put({ key: next, kind, lane, topic, game, address: to, label, value, before: conflict.was, fields: { ...told, was: conflict.was, confirm: "1" } });
  }
}

function reveal(part, isShown) {
  if (part) part.hidden = !isShown;
}

// The button that was pressed; the page may have been drawn anew since.
function sameButton(pressed) {
  const isSame = (one) => one.formAction === pressed.formAction && one.value === pressed.value && one.textContent === pressed.textContent;
  return pressed.isConnected ? pressed : [...document.querySelectorAll("form button")].find(isSame);
}

function counted(text, number) {
  return text.replace("%(number)s", number);
}

// The reason of a server that cannot store now: its disk is full, its database does not answer.
function outageText({ title, next }, status) {
  return status === 503 ? [title, next].filter(Boolean).join(" ") || "503" : "";
}

export const outbox = new Outbox();

outbox.place?.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (!button) return;
  const question = outbox.place.querySelector("[data-question]");
  if (["ask", "adopt", "leave"].includes(button.dataset.act)) reveal(question, button.dataset.act === "ask");
  if (button.dataset.act === "ask") question.querySelector("[data-act=leave]").focus();
  else if (button.dataset.act === "adopt") outbox.adopt();
  else if (button.dataset.act === "replace") outbox.replace(button.dataset.key);
  else if (button.dataset.act === "drop") outbox.drop(button.dataset.key);
});

// What a script sends by itself has prevented the event by now.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || "signsOut" in form.dataset) return;
  if (!event.submitter || !outbox.place || !outbox.waiting().length) return;
  event.preventDefault();
  outbox.hold(event.submitter);
});
