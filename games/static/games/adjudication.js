// "Is this won?": the link leads to a page; with a script the answer comes beside the board.
import { message } from "./words.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-adjudicate]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = link.closest("[data-adjudication]")?.querySelector("[data-adjudication-answer]");
  if (!place) return;
  event.preventDefault();
  const asked = link.href;
  place.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(asked, { headers: { "HX-Request": "true" } });
    const text = await response.text();
    if (link.href === asked) place.innerHTML = text;
  } catch {
    place.replaceChildren(message("no_answer"));
  } finally {
    place.removeAttribute("aria-busy");
  }
});
