// Clocks of live boards. The server says how much was left, when that was, and which clock runs.
const TICK = 250;
const ROUGHLY = 1_500; // milliseconds

let ahead = 0; // the server's clock less ours

export function setTime(now) {
  const told = Date.parse(now ?? "");
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

// The Date header of an answer, which has whole seconds. A page from a cache has an older time than that: it is
// corrected, and a time that is right already stays as exact as it is.
export function setDate(header) {
  const told = Date.parse(header ?? "") + 500;
  if (Math.abs(told - Date.now() - ahead) > ROUGHLY) ahead = told - Date.now();
}

export function clockText(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const padded = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

// `part` has data-running and data-clock-at, and a [data-player] with a [data-clock] for each side.
export function setClocks(part, { white, black, running = "", at = "" }) {
  part.dataset.running = running;
  part.dataset.clockAt = at ?? "";
  for (const [side, seconds] of [["white", white], ["black", black]]) {
    const player = part.querySelector(`[data-player="${side}"]`);
    if (!player) continue;
    let clock = player.querySelector("[data-clock]");
    if (seconds === null || seconds === undefined) continue;
    if (!clock) {
      clock = Object.assign(document.createElement("time"), { className: "live-player__clock" });
      player.append(clock);
    }
    clock.dataset.clock = seconds;
    player.classList.toggle("is-running", running === side);
    draw(part, player, clock);
  }
}

function draw(part, player, clock) {
  const { running, clockAt } = part.dataset;
  const isRunning = running === player.dataset.player && clockAt;
  const gone = isRunning ? (Date.now() + ahead - Date.parse(clockAt)) / 1000 : 0;
  const text = clockText(Number(clock.dataset.clock) - Math.max(0, gone));
  if (clock.textContent !== text) clock.textContent = text;
  player.classList.toggle("is-running", Boolean(isRunning));
}

function tick() {
  if (document.hidden) return;
  for (const part of document.querySelectorAll("[data-live-board]")) {
    if (!part.dataset.running) continue;
    const player = part.querySelector(`[data-player="${part.dataset.running}"]`);
    const clock = player?.querySelector("[data-clock]");
    if (clock) draw(part, player, clock);
  }
}

setInterval(tick, TICK);
