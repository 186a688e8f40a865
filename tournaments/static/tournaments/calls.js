// The arbiter's queue: how long each has waited, and on request a tone and a shake for what is new. A browser plays
// nothing before somebody has pressed something on the page; until then only the shake and the list itself tell.
import { outbox } from "../club/outbox.js";
import { dropRuled } from "./ruled.js";

const ALARM = "draughts-alarm";
const TONES = [660, 880]; // hertz, one after the other
const LENGTH = 0.18; // seconds of each
const button = document.querySelector("button[data-alarm]");
let context = null;
let known = waiting();

function waiting() {
  return new Set([...document.querySelectorAll("[data-waiting]")].map((one) => one.dataset.waiting));
}

function isOn() {
  try {
    return localStorage.getItem(ALARM) === "1";
  } catch {
    return false;
  }
}

function wake() {
  context ??= window.AudioContext ? new AudioContext() : null;
  if (context?.state === "suspended") context.resume();
}

function sound() {
  navigator.vibrate?.([200, 100, 200]);
  if (!context) return;
  TONES.forEach((frequency, at) => {
    const begin = context.currentTime + at * LENGTH;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  });
}

function tick() {
  for (const one of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(one.dataset.since)) / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    const parts = [...(hours ? [hours] : []), String(minutes).padStart(hours ? 2 : 1, "0"), String(seconds % 60).padStart(2, "0")];
    const text = parts.join(":");
    if (one.textContent !== text) one.textContent = text;
  }
}

function show() {
  button?.setAttribute("aria-pressed", String(isOn()));
}

button?.addEventListener("click", () => {
  try {
    localStorage.setItem(ALARM, isOn() ? "0" : "1");
  } catch {
    // A phone that keeps nothing stays quiet.
  }
  show();
  if (!isOn()) return;
  wake();
  sound();
});

document.addEventListener("pointerdown", () => isOn() && wake(), { once: true });
document.addEventListener("htmx:afterSettle", () => {
  tick();
  const now = waiting();
  if (isOn() && [...now].some((one) => !known.has(one))) sound();
  known = now;
});
setInterval(tick, 1000);
show();
tick();

// Incidents that were confirmed without network go from here, too; what is refused waits on their own page.
const stuck = document.getElementById("kept-incidents");
outbox.handlers.incident = {
  showsRefused: true,
  show() {
    if (stuck) stuck.hidden = outbox.of("incident").length === 0;
  },
  settled: (entry, { refusal }) => refusal || dropRuled(outbox, entry),
};
outbox.handlers.incident.show();
