{% load static %}// Keeps the pages of the desk that were opened, and the files that they are drawn with, for the time without network. A
// page is kept only if its answer names the account (X-Keep-Copy), and only copies of one account are here. The network
// comes first; a copy says that it is one, with its time.
const PAGES = "draughts-desk-pages-";
const KEPT = `${PAGES}{{ version }}`;
const FILES = "draughts-desk-files-{{ version }}";
const STATIC = "{% get_static_prefix %}";
const PATIENCE = 6_000; // milliseconds for a page before its copy is shown
const MAX_AGE = 24 * 60 * 60 * 1_000;
const MAX_PAGES = 20;
const MAX_FILES = 150;
const NOTICE = '<div hidden id="kept"';
const MOMENT = "<time data-kept-at></time>";
const KEPT_AT = "X-Kept-At";
const OWNER = "X-Keep-Copy";
const ANY = { ignoreVary: true };

let forgottenAt = 0;

const isOurs = (url) => url.origin === self.location.origin;
const isFile = (url) => isOurs(url) && url.pathname.startsWith(STATIC);
const isNamedByContent = (url) => /\.[0-9a-f]{12}\.\w+$/.test(url.pathname); // such a file never changes

self.addEventListener("install", () => self.skipWaiting());

// Files of another version, and the pages that are drawn with them, are of no use any more.
async function replaceOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith("draughts-desk-") && ![KEPT, FILES].includes(name));
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(replaceOlder()));

// ---- pages ----

async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGES));
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function forgetOthers(kept, owner) {
  for (const request of await kept.keys()) {
    const copy = await kept.match(request, ANY);
    if (copy?.headers.get(OWNER) !== owner) await kept.delete(request, ANY);
  }
}

async function keep(address, answer, askedAt) {
  const kept = await caches.open(KEPT);
  const owner = answer.headers.get(OWNER);
  const isRedirect = answer.type === "opaqueredirect" || answer.redirected;
  if (isRedirect && (await kept.match(address, ANY))) await forget(); // a page that was there asks to sign in
  if (isRedirect || askedAt <= forgottenAt) return;
  if (!answer.ok || !owner) {
    if (answer.status < 500) await kept.delete(address, ANY);
    return;
  }
  await forgetOthers(kept, owner);
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding"); // the body is decoded
  headers.delete("Content-Length");
  headers.set(KEPT_AT, String(Date.now()));
  await kept.put(address, new Response(await answer.blob(), { headers }));
  await trim(kept, MAX_PAGES);
}

async function copyOf(address) {
  const kept = await caches.open(KEPT);
  const copy = await kept.match(address, ANY);
  const at = Number(copy?.headers.get(KEPT_AT));
  if (!at || Date.now() - at > MAX_AGE) return null;
  const text = await copy.text();
  if (!text.includes(NOTICE) || !text.includes(MOMENT)) return null; // nothing is shown without its time
  const lang = /<html lang="([\w-]+)"/.exec(text)?.[1] ?? "en";
  const time = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
  const told = text.replace("<html ", "<html data-kept ").replace(NOTICE, NOTICE.replace(" hidden", "")).replace(MOMENT, `<time>${time}</time>`);
  return new Response(told, { headers: copy.headers });
}

async function pageOf(event) {
  const { request } = event;
  const address = request.url.split("#")[0];
  const askedAt = Date.now();
  const asked = fetch(request).then((answer) => {
    const isKept = answer.ok && answer.headers.has(OWNER); // of others the headers are enough
    event.waitUntil(keep(address, isKept ? answer.clone() : answer, askedAt));
    return answer;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const answer = await Promise.race([asked, late.then(() => copyOf(address))]);
    return answer ?? (await asked);
  } catch (error) {
    const copy = await copyOf(address);
    if (copy) return copy;
    throw error;
  }
}

// ---- files ----

async function fileOf(event, url) {
  const files = await caches.open(FILES);
  const copy = await files.match(event.request, ANY);
  if (copy && isNamedByContent(url)) return copy;
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(files.put(event.request, answer.clone()).then(() => trim(files, MAX_FILES)));
    return answer;
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
}

async function trim(cache, most) {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - most)).map((request) => cache.delete(request)));
}

// An open page asks to be kept as it is now, with its files: the first one was loaded before the worker was there.
async function keepNow({ page, files: named }) {
  const url = new URL(page, self.location.origin);
  if (!url.href.startsWith(self.registration.scope)) return;
  const askedAt = Date.now();
  const answer = await fetch(url.href, { headers: { Accept: "text/html" } });
  await keep(url.href.split("#")[0], answer, askedAt);
  const files = await caches.open(FILES);
  const wanted = named.map((name) => new URL(name, self.location.origin)).filter(isFile);
  for (const one of wanted.slice(0, MAX_FILES)) {
    if (!(await files.match(one.href, ANY))) await files.add(one.href).catch(() => {});
  }
}

self.addEventListener("message", (event) => {
  if (event.data?.page) event.waitUntil(keepNow(event.data).catch(() => {})); // without network the older copy stays
  if (event.data?.forget) {
    forgottenAt = Date.now();
    event.waitUntil(forget());
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !isOurs(url)) return;
  if (request.mode === "navigate") event.respondWith(pageOf(event));
  else if (isFile(url)) event.respondWith(fileOf(event, url));
});
