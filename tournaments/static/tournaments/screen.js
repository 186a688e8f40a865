// A screen in the hall. The page has every slide with every line; what fits is a page, and pages are turned by the
// clock of the server, so that screens of a family turn together. News come by live.js; the screen then fetches its
// own address and takes what is in it. Without network it goes on with what it has.
import { drawn, prepare } from "./live_boards/cards.js";
import { setTime } from "./live_boards/clocks.js";
import { isBehind } from "./live_boards/reading.js";

const ASK = 30_000; // milliseconds: asked even if nothing is heard, so that the desk knows that the screen is on
const ASK_AGAIN = 5_000;
const LONGEST_WAIT = 30_000;
const LATEST_FIRST = 150; // news in quick succession are fetched once
const TICK = 250;
const CLOCK_STAYS = 600_000; // a clock that has run out stands at nought for ten minutes, then the hour is shown again
const OWN = "screen";

let ahead = 0; // the server's clock less ours
let pages = [];
let shown = null;
let asking = null;
let wait = ASK_AGAIN;

const frame = () => document.getElementById("screen");
const now = () => Date.now() + ahead;

function remember(address) {
  try {
    if (address) localStorage.setItem(OWN, address);
    else localStorage.removeItem(OWN);
  } catch {
    // without a memory the screen asks for a new code after it was switched off
  }
}

function remembered() {
  try {
    return localStorage.getItem(OWN);
  } catch {
    return null;
  }
}

// -- pages: which lines of which slide fit ------------------------------------------------------------------------

function linesThatFit(slide) {
  const lines = slide.querySelector("[data-lines]");
  if (!lines?.children.length) return null;
  const line = lines.children[0].getBoundingClientRect().height;
  const room = frame().querySelector("[data-slides]").getBoundingClientRect().bottom - lines.getBoundingClientRect().top;
  const columns = Number.parseInt(getComputedStyle(lines).columnCount, 10) || 1;
  return Math.max(1, Math.floor(room / line)) * columns;
}

function measure() {
  const body = frame()?.querySelector("[data-slides]");
  pages = [];
  shown = null;
  if (!body) return;
  const slides = [...body.querySelectorAll("[data-slide]")];
  const wanted = slides.filter((slide) => !("instead" in slide.dataset));
  for (const slide of slides) slide.hidden = true;
  for (const slide of wanted.length ? wanted : slides) {
    slide.hidden = false;
    for (const line of slide.querySelector("[data-lines]")?.children ?? []) line.hidden = false;
    const fit = linesThatFit(slide);
    const count = fit ? slide.querySelector("[data-lines]").children.length : 1;
    const parts = fit ? Math.ceil(count / fit) : 1;
    const each = fit === null ? null : Math.ceil(count / parts); // no last page with a single line
    for (let part = 0; part < parts; part += 1) pages.push({ slide, first: part * each, each, part, parts });
    slide.hidden = true;
  }
}

function pageNumber() {
  const { step, since, seconds } = frame().dataset;
  const gone = "held" in frame().dataset ? 0 : Math.floor((now() - Number(since)) / (Number(seconds) * 1000));
  return (((Number(step) + gone) % pages.length) + pages.length) % pages.length;
}

function turn() {
  if (!pages.length) return;
  const page = pages[pageNumber()];
  if (page === shown) return;
  if (shown) shown.slide.hidden = true;
  shown = page;
  page.slide.hidden = false;
  const lines = [...(page.slide.querySelector("[data-lines]")?.children ?? [])];
  lines.forEach((line, at) => {
    line.hidden = page.each !== null && (at < page.first || at >= page.first + page.each);
  });
  tell("[data-what]", page.slide.dataset.told ?? "");
  tell("[data-page]", page.parts > 1 ? `${page.part + 1} / ${page.parts}` : "");
}

function tell(where, text) {
  const place = frame().querySelector(where);
  if (place) place.textContent = text;
}

// -- the clock of the hall ----------------------------------------------------------------------------------------

function left(ends) {
  const seconds = Math.max(0, Math.ceil((ends - now()) / 1000));
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

function runClock() {
  const place = frame()?.querySelector("[data-clock-ends]");
  const text = place ? left(Number(place.dataset.clockEnds)) : "";
  if (place && place.textContent !== text) place.textContent = text;
  const isLongOver = place && now() - Number(place.dataset.clockEnds) > CLOCK_STAYS;
  if (place) place.closest(".hall__clock").hidden = isLongOver;
  const hour = new Date(now()).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  for (const big of frame()?.querySelectorAll("[data-big-clock]") ?? []) {
    const told = text && !isLongOver ? text : hour;
    if (big.textContent !== told) big.textContent = told;
  }
}

// -- news ---------------------------------------------------------------------------------------------------------

function readClock(sent, received) {
  const told = Number(frame()?.dataset.now);
  if (told) ahead = told + (received - sent) / 2 - received;
}

async function ask() {
  clearTimeout(asking);
  const own = frame()?.dataset.own;
  if (!own) return;
  const sent = Date.now();
  try {
    const answer = await fetch(own, { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    if (!answer.ok && answer.status !== 410) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("screen");
    if (!fresh) throw new Error("no screen");
    take(document.importNode(fresh, true), sent);
    wait = ASK_AGAIN;
    later(isLate() ? LATEST_FIRST : ASK);
  } catch {
    offline(true);
    later(wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function take(fresh, sent) {
  const heard = new Map([...frame().querySelectorAll("[data-live]")].map((part) => [part.dataset.live, part.liveNumber]));
  frame().replaceWith(fresh);
  for (const part of fresh.querySelectorAll("[data-live]")) part.liveNumber = heard.get(part.dataset.live);
  readClock(sent, Date.now());
  begin();
  document.dispatchEvent(new CustomEvent("htmx:afterSettle")); // live.js looks which channels the page has now
}

// True if something was heard that is not on the screen: it came while the page was on its way.
function isLate() {
  return [...frame().querySelectorAll("[data-live]")].some(isBehind);
}

function later(milliseconds) {
  clearTimeout(asking);
  asking = setTimeout(ask, milliseconds);
}

function offline(isOff) {
  const place = frame()?.querySelector("[data-offline]");
  if (place) place.hidden = !isOff;
}

function begin() {
  if ("over" in frame().dataset) remember("");
  else remember(frame().dataset.own);
  for (const part of frame().querySelectorAll("[data-live]")) {
    if ("boards" in part.dataset) followBoards(part);
    else part.addEventListener("live", () => later(LATEST_FIRST));
  }
  measure();
  turn();
  runClock();
}

// Live boards: moves are drawn as they come; a result or another board is in the page.
function followBoards(part) {
  setTime(new Date(now()).toISOString());
  prepare();
  part.addEventListener("live-event", ({ detail }) => {
    const isElsewhere = detail?.kind === "board.moved" && !frame().querySelector(`[data-live-board="${detail.data.board}"]`);
    if (!isElsewhere && !drawn(detail)) later(LATEST_FIRST);
  });
}

async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // the device decides
  }
}

const start = document.querySelector("[data-start]");
if (start) {
  const own = remembered();
  if (own?.startsWith(start.dataset.start)) location.replace(own);
  else start.querySelector("form").submit();
} else if (frame()) {
  const navigation = performance.getEntriesByType("navigation")[0];
  readClock(performance.timeOrigin + (navigation?.requestStart ?? 0), performance.timeOrigin + (navigation?.responseStart ?? 0));
  begin();
  later(isLate() ? LATEST_FIRST : ASK);
  setInterval(() => {
    turn();
    runClock();
  }, TICK);
  document.fonts?.ready.then(() => {
    measure();
    turn();
  });
  window.addEventListener("resize", () => {
    measure();
    turn();
  });
  window.addEventListener("offline", () => offline(true));
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
