// On https a service worker keeps the pages of the desk for the time without network (desk_worker.js). This page asks it
// to keep its present state after changes. A copy tells when the site answers again, and loads the current page if
// nothing is being typed.
import { outbox } from "./outbox.js";

const AGAIN = 60_000; // milliseconds between two copies
const LOOK = 5_000; // milliseconds between two looks for the site
const OWNER = "draughts-kept-owner";
const notice = document.getElementById("kept");
const isCopy = "kept" in document.documentElement.dataset;
let isDue = false;

function keep() {
  isDue = false;
  const files = performance.getEntriesByType("resource").map((one) => one.name);
  navigator.serviceWorker.controller?.postMessage({ page: location.href, files });
}

function keepSoon() {
  if (isDue || isCopy) return;
  isDue = true;
  setTimeout(keep, AGAIN);
}

async function register() {
  const { worker, scope } = notice.dataset;
  navigator.serviceWorker.addEventListener("controllerchange", () => isCopy || keep());
  try {
    localStorage.setItem(OWNER, outbox.owner); // for zone.js, which forgets copies of another account
    await navigator.serviceWorker.register(worker, { scope });
  } catch {
    return; // forbidden here, or no network
  }
  document.addEventListener("htmx:afterSettle", keepSoon);
  outbox.addEventListener("change", () => outbox.sent && keepSoon());
}

function isTyping() {
  const fields = [...document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), textarea")];
  return Boolean(document.querySelector("dialog[open]")) || fields.some((field) => field.value !== field.defaultValue);
}

async function look() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer || answer.status >= 500) return setTimeout(look, LOOK);
  notice.querySelector("[data-again]").hidden = false;
  if (!isTyping()) location.reload();
  return undefined;
}

if (notice && window.isSecureContext && "serviceWorker" in navigator) register();
if (isCopy) {
  addEventListener("online", look, { once: true });
  setTimeout(look, LOOK);
}
