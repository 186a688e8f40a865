// My evening: notifications while the page is closed. Browsers have them on https alone, and iPhones in the installed
// app alone; elsewhere the page rings while it is open (evening.js).
const PATIENCE = 10_000; // milliseconds for the service worker
const form = document.querySelector("form[data-push]");
const button = form?.querySelector("button");

const isAble =
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isOn = () => button.getAttribute("aria-pressed") === "true";

function say(what, text) {
  for (const line of form.querySelectorAll("[data-says]")) line.hidden = line.dataset.says !== what;
  if (text) form.querySelector(`[data-says="${what}"]`).textContent = text;
}

function show(isNowOn) {
  button.setAttribute("aria-pressed", String(isNowOn));
  say(isNowOn ? "on" : "");
}

function encoded(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function manager() {
  const late = new Promise((_resolve, reject) => setTimeout(() => reject(new Error("no worker")), PATIENCE));
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  return registration.pushManager;
}

// The subscription of this browser to this site. One with an earlier key of the site is of no use any more.
async function current(pushes) {
  const found = await pushes.getSubscription();
  if (!found || encoded(found.options.applicationServerKey) === form.dataset.push) return found;
  await found.unsubscribe();
  return null;
}

async function send(facts) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(facts)) body.set(name, value);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  const { refusal } = await answer.json();
  if (!answer.ok) say("refused", refusal);
  return answer.ok;
}

async function tell(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  if (await send({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) show(true);
}

async function turnOn() {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") return say(answer === "denied" ? "denied" : ""); // "default": closed without an answer
  const pushes = await manager();
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.push };
  return tell((await current(pushes)) ?? (await pushes.subscribe(options)));
}

async function turnOff() {
  if (await send({ act: "off" })) show(false);
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  try {
    await (isOn() ? turnOff() : turnOn());
  } catch {
    say("failed");
  }
  button.disabled = false;
});

// What the site knows of this browser may be old: the address changes, and the browser forgets on request.
async function compare() {
  const { told } = form.dataset;
  if (!told || Notification.permission !== "granted") return show(false);
  const found = await current(await manager());
  if (!found) return show(false);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(found.endpoint));
  return encoded(digest) === told ? show(true) : tell(found);
}

if (form && isAble) {
  form.hidden = button.hidden = false;
  compare().catch(() => show(false));
} else if (form && window.isSecureContext && navigator.standalone === false) {
  form.hidden = false;
  say("install");
}
