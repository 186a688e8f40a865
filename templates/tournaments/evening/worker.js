{% load static %}// Keeps the last page of a player's evening, and what it is drawn with, for the time without network. Only answers
// that ask for it by a header are kept; other pages of the site never come here (see the scope of the registration).
const KEPT = "draughts-evening";
const FILES = "draughts-evening-files";
const PATIENCE = 6000; // milliseconds for a page before the copy is shown
const MAX_FILES = 60;

const isPage = (url) => url.origin === self.location.origin && url.pathname.startsWith("/evening/");
const isFile = (request, url) =>
  url.origin === self.location.origin && ["style", "script", "font", "image"].includes(request.destination);

const isStatic = (url) => url.origin === self.location.origin && url.pathname.startsWith("{% get_static_prefix %}");

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(request, answer) {
  const kept = await caches.open(KEPT);
  const { pathname } = new URL(request.url);
  if (answer.ok && !answer.redirected && answer.headers.get("X-Keep-Copy") === "1") await kept.put(pathname, answer);
  else if (answer.ok || answer.status === 403 || answer.status === 404) await kept.delete(pathname);
}

async function copyOf(request) {
  const kept = await caches.open(KEPT);
  const { pathname } = new URL(request.url);
  const copy = await kept.match(pathname);
  if (!copy) return null;
  const text = (await copy.text()).replace("<html ", "<html data-kept ");
  return new Response(text, { status: 200, headers: copy.headers });
}

async function pageOf(event) {
  const { request } = event;
  const asked = fetch(request).then((answer) => {
    event.waitUntil(keep(request, answer.clone()));
    return answer;
  });
  if (request.mode !== "navigate") return asked; // parts of an open page say for themselves that they are old
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const answer = await Promise.race([asked, late.then(() => copyOf(request))]);
    return answer ?? (await asked);
  } catch (error) {
    const copy = await copyOf(request);
    if (copy) return copy;
    throw error;
  }
}

async function fileOf(event) {
  const files = await caches.open(FILES);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(files.put(event.request, answer.clone()).then(() => trim(files)));
    return answer;
  } catch (error) {
    const copy = await files.match(event.request);
    if (copy) return copy;
    throw error;
  }
}

// A page that was loaded before the worker came names the files that it is drawn with.
async function keepFiles(named) {
  const files = await caches.open(FILES);
  const wanted = named.map((name) => new URL(name, self.location.origin)).filter(isStatic);
  await Promise.all(wanted.slice(0, MAX_FILES).map((url) => files.add(url.href).catch(() => {})));
}

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keepFiles(event.data.files));
});

async function trim(files) {
  const kept = await files.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MAX_FILES)).map((request) => files.delete(request)));
}

// A message from the site: who plays where. The text comes ready in the language of the phone.
self.addEventListener("push", (event) => {
  const { title, body, lang, tag, path } = event.data.json();
  const look = { icon: "{% static 'tournaments/app/icon-192.png' %}", renotify: true, vibrate: [300, 150, 300] };
  event.waitUntil(self.registration.showNotification(title, { ...look, body, lang, tag, data: { path } }));
});

// The open page of this player comes to the front, else another page of the evening, else a new one.
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (!isPage(url)) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
  if (there) await there.focus();
  else if (windows.length) await (await windows[0].navigate(url.href))?.focus();
  else await self.clients.openWindow(url.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

// The push service has changed the address. Where the browser does not name the old one, the page sees to it.
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const next = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = next.toJSON();
  const body = new URLSearchParams({ old: oldSubscription.endpoint, endpoint, ...keys });
  await fetch("{% url 'tournaments:evening_push_renew' %}", { method: "POST", body });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  if (isPage(url)) event.respondWith(pageOf(event));
  else if (isFile(event.request, url)) event.respondWith(fileOf(event));
});
