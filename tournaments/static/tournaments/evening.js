// My evening: ring and shake when the player is paired, keep the screen on, tell the age of the page without network,
// and install the worker that keeps the last page. A browser makes no sound before somebody has pressed something.
const RING = "draughts-ring";
const LAST = "draughts-rung";
const SHAKE = [300, 150, 300, 150, 600];
const TONES = [660, 880, 1100]; // hertz, one after the other
const LENGTH = 0.25; // seconds of each

const bell = document.querySelector("button[data-ring]");
const awake = document.querySelector("button[data-awake]");
let sound = null;
let lock = null;
let isLeaving = false;

const page = () => document.getElementById("evening");

function stored(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A phone that keeps nothing rings until the page is closed.
  }
}

// ---- ring ----

const isOn = () => stored(RING) === "1";
const rungName = () => `${LAST}-${page().dataset.entry}`;

function wake() {
  sound ??= window.AudioContext ? new AudioContext() : null;
  if (sound?.state === "suspended") sound.resume();
}

function play() {
  if (!sound) return;
  TONES.forEach((frequency, at) => {
    const begin = sound.currentTime + at * LENGTH;
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.3, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  });
}

function ring() {
  navigator.vibrate?.(SHAKE);
  play();
}

// The streams of a page close while nobody sees it; one that rings goes on listening.
function showBell() {
  bell?.setAttribute("aria-pressed", String(isOn()));
  for (const part of document.querySelectorAll("[data-live]")) part.toggleAttribute("data-live-unseen", isOn());
}

bell?.addEventListener("click", () => {
  store(RING, isOn() ? "0" : "1");
  showBell();
  if (!isOn()) return;
  wake();
  ring();
});
document.addEventListener("pointerdown", () => isOn() && wake(), { once: true });

function look({ isLoaded }) {
  const { title, ringKey } = page().dataset;
  const isNew = Boolean(ringKey) && ringKey !== stored(rungName());
  document.title = `${isNew && !isLoaded ? "● " : ""}${title}`;
  store(rungName(), ringKey || "-");
  if (isNew && !isLoaded && isOn()) ring();
}

// ---- keep the screen on ----

async function hold() {
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", showAwake);
  } catch {
    lock = null; // a battery that runs low
  }
  showAwake();
}

function showAwake() {
  awake.setAttribute("aria-pressed", String(Boolean(lock) && !lock.released));
}

if (awake && "wakeLock" in navigator) {
  let isWanted = false;
  awake.hidden = false;
  awake.addEventListener("click", () => {
    isWanted = !isWanted;
    if (isWanted) hold();
    else lock?.release();
  });
  document.addEventListener("visibilitychange", () => !document.hidden && isWanted && hold());
}

// ---- without network ----

function showAge() {
  const kept = document.getElementById("kept");
  if (kept) kept.hidden = navigator.onLine && !("kept" in document.documentElement.dataset);
}

window.addEventListener("offline", showAge);
window.addEventListener("online", () => {
  page().dispatchEvent(new CustomEvent("network"));
  showAge();
});

// The first page is there before the worker: it is asked for once more, and its files are named.
function handOver() {
  const files = performance.getEntriesByType("resource").map((one) => one.name);
  navigator.serviceWorker.controller?.postMessage({ files });
  page().dispatchEvent(new CustomEvent("network"));
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  const { worker, workerScope } = document.body.dataset;
  if (!navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener("controllerchange", handOver, { once: true });
  }
  navigator.serviceWorker.register(worker, { scope: workerScope }).catch(() => {}); // forbidden here, or no network
}

for (const form of document.querySelectorAll("form[data-forget]")) {
  form.addEventListener("submit", () => {
    isLeaving = true;
    window.caches?.delete("draughts-evening");
  });
}

// The desk has removed this phone, or the event is over: the page itself says what to do.
document.addEventListener("htmx:responseError", (event) => {
  if (!isLeaving && event.detail.xhr.status === 404 && event.detail.requestConfig.verb === "get") window.location.reload();
});

document.addEventListener("htmx:afterSettle", () => {
  delete document.documentElement.dataset.kept;
  look({ isLoaded: false });
  showBell();
  showAge();
});
showBell();
look({ isLoaded: true });
showAge();
// A copy from the worker asks for the page of now.
if ("kept" in document.documentElement.dataset) setTimeout(() => page().dispatchEvent(new CustomEvent("network")), 2000);
