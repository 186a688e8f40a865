// How many pages show the live boards now. Asked seldom, and only while the page is seen. The answer also has the time
// of the server: the page itself may come from a cache, and then its time is an old one.
import { setDate } from "./clocks.js";

const EVERY = 30_000; // milliseconds

async function ask(part) {
  if (document.hidden) return;
  const answer = await fetch(part.dataset.watching, { cache: "no-store" }).catch(() => null);
  setDate(answer?.headers.get("Date"));
  const told = answer?.ok ? await answer.json() : null;
  if (!told) return;
  part.textContent = told.text;
}

const part = document.querySelector("[data-watching]");
if (part) {
  ask(part);
  setTimeout(() => ask(part), EVERY / 10); // this page is counted by then
  setInterval(() => ask(part), EVERY);
}
