// "Is this won?": the link leads to a page; with a script the answer comes beside the board. An answer that
// says when to ask again is no answer yet: the server says how often that is done.
import { message } from "./words.js";

const MILLISECONDS = 1000;

async function answer(asked, place, isStillAsked) {
  for (let address = asked; address; ) {
    const response = await fetch(address, { headers: { "HX-Request": "true" } });
    const text = await response.text();
    if (!isStillAsked()) return;
    place.innerHTML = text;
    const waiting = place.querySelector("[data-ask-again]");
    address = waiting?.querySelector("a").href;
    if (!address) return;
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS * waiting.dataset.askAgain));
    if (!isStillAsked() || !waiting.isConnected) return;
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-adjudicate]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = link.closest("[data-adjudication]")?.querySelector("[data-adjudication-answer]");
  if (!place) return;
  event.preventDefault();
  const asked = link.href;
  if (place.dataset.asked === asked) return; // a second press while the search runs asks nothing new
  place.dataset.asked = asked;
  place.setAttribute("aria-busy", "true");
  try {
    await answer(asked, place, () => link.href === asked);
  } catch {
    place.replaceChildren(message("no_answer"));
  } finally {
    if (place.dataset.asked === asked) delete place.dataset.asked;
    place.removeAttribute("aria-busy");
  }
});
