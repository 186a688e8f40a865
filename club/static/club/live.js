// Parts of the page that follow a channel. An element with data-live="import:12" and data-live-after="7" gets an
// event "live" when something behind number 7 has happened; htmx fetches it anew and morphs it in place, so that
// focus, selection and scroll stay. A stream of server-sent events while the page is seen, polling where none comes.
// "live-event" comes first, at once and with the event itself (detail; null after a gap), for parts that draw it.
const GATHER = 200; // milliseconds: news in quick succession are one
const SILENCE = 10_000; // a stream that has not greeted by then is held up on the way
const QUIET = 40_000; // a stream without two of its heartbeats is cut: the network went away without a word
const POLL = 2_000;
const LONGEST_POLL = 30_000;
const STREAM_AGAIN = 120_000;
const REFUSED = [400, 401, 403, 404];

class Channel {
  constructor(name, after) {
    this.name = name;
    this.last = after;
    this.tag = "";
  }

  address(facts) {
    return `/api/v1/live/${this.name}?${new URLSearchParams({ ...facts, after: this.last })}`;
  }

  open() {
    if (this.source || this.polling || this.isRefused) return;
    if ("EventSource" in window) this.stream();
    else this.poll(POLL);
  }

  stream() {
    this.source = new EventSource(this.address({}));
    const silence = setTimeout(() => this.pollInstead(), SILENCE);
    this.source.addEventListener("hello", () => {
      clearTimeout(silence);
      this.waitForBeat();
      show("stream");
    });
    this.source.addEventListener("beat", () => this.waitForBeat());
    this.source.addEventListener("reset", (event) => this.heard(event));
    this.source.addEventListener("message", (event) => this.heard(event));
    this.source.addEventListener("error", () => {
      // The browser comes back by itself, with the last number, unless the answer was a refusal.
      if (this.source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(silence);
      this.pollInstead();
    });
    this.silence = silence;
  }

  // Of a connection that is cut without a packet a browser that only listens hears nothing.
  waitForBeat() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.again(), QUIET);
  }

  again() {
    this.close();
    this.open();
  }

  heard(event) {
    this.waitForBeat();
    this.last = Number(event.lastEventId);
    this.pass(event.type === "message" ? [JSON.parse(event.data)] : [null]);
    this.refresh();
  }

  pass(events) {
    for (const part of partsOf(this.name)) {
      part.liveNumber = this.last; // for a part whose script comes later
      for (const detail of events) part.dispatchEvent(new CustomEvent("live-event", { detail }));
    }
  }

  refresh() {
    this.gathering ??= setTimeout(() => {
      this.gathering = null;
      for (const part of partsOf(this.name)) part.dispatchEvent(new CustomEvent("live"));
    }, GATHER);
  }

  pollInstead() {
    this.close();
    this.poll(0);
    this.streamAgain = setTimeout(() => this.again(), STREAM_AGAIN);
  }

  poll(wait) {
    show("poll");
    this.polling = setTimeout(() => this.ask(wait), wait);
  }

  async ask(wait) {
    let next = Math.min(Math.max(wait, POLL / 2) * 2, LONGEST_POLL);
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    try {
      const answer = await fetch(this.address({ poll: 1 }), { headers, cache: "no-store" });
      if (REFUSED.includes(answer.status)) return this.refuse();
      if (answer.status === 200) {
        const told = await answer.json();
        this.tag = this.last === told.last ? (answer.headers.get("ETag") ?? "") : "";
        this.last = told.last;
        if (told.is_reset || told.events.length) {
          this.pass(told.is_reset ? [null] : told.events);
          this.refresh();
          next = POLL;
        }
      }
      if (answer.status === 304) next = POLL;
    } catch {
      // No network: asked again, more and more seldom.
    }
    if (this.polling) this.poll(next);
  }

  refuse() {
    this.isRefused = true;
    this.close();
    show("off");
  }

  close() {
    this.source?.close();
    this.source = null;
    for (const timer of [this.silence, this.quiet, this.polling, this.streamAgain]) clearTimeout(timer);
    this.polling = null;
  }
}

const channels = new Map();

function partsOf(name) {
  return [...document.querySelectorAll("[data-live]")].filter((part) => part.dataset.live === name);
}

// A page that rings goes on listening while nobody sees it.
function isHeard(name) {
  return !document.hidden || partsOf(name).some((part) => "liveUnseen" in part.dataset);
}

function show(how) {
  document.documentElement.dataset.liveBy = how;
}

// Hear what the page's parts ask for and nothing else; nothing at all while nobody sees the page, so that
// a browser with many of our tabs keeps connections for its pages.
function look() {
  const asked = new Map();
  for (const part of document.querySelectorAll("[data-live]")) {
    asked.set(part.dataset.live, Number(part.dataset.liveAfter ?? 0));
  }
  for (const [name, channel] of channels) {
    if (!asked.has(name)) channels.delete(name);
    if (!asked.has(name) || !isHeard(name)) channel.close();
  }
  for (const [name, after] of asked) {
    if (!channels.has(name)) channels.set(name, new Channel(name, after));
    if (isHeard(name)) channels.get(name).open();
  }
  if (!asked.size) show("off");
}

if (window.Idiomorph) {
  const { defaults } = window.Idiomorph;
  // What somebody types stays; a button that has been pressed shows what came of it.
  const isTyped = () => document.activeElement?.localName !== "button";
  Object.defineProperty(defaults, "ignoreActiveValue", { get: isTyped, enumerable: true });
  // What somebody opened stays open.
  defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.localName === "details");
  defaults.callbacks.beforeNodeMorphed = (old, fresh) => !(old.dataset?.loaded && old.dataset.loaded === fresh.dataset?.loading);
}
document.addEventListener("visibilitychange", look);
window.addEventListener("online", () => {
  for (const channel of channels.values()) if (channel.source) channel.again();
});
document.addEventListener("htmx:afterSettle", look);
window.addEventListener("pageshow", look);
window.addEventListener("pagehide", () => {
  for (const channel of channels.values()) channel.close();
});
look();
