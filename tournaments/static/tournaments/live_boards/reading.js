// Reading a followed part of the page again. A cached page may be older than what the part has heard: then it is
// read once more, so that nothing that was told is lost.
import { setDate } from "./clocks.js";

const AGAIN = 700; // milliseconds

// True if the part has heard something since it was drawn, for example before its script had come.
export function isBehind(part) {
  return (part.liveNumber ?? 0) > Number(part.dataset.liveAfter);
}

// The page, at least as new as what the part has heard by then; null if it is no longer there. One reading at a time.
export async function freshPage(part) {
  if (part.isReading) return null;
  part.isReading = true;
  try {
    for (;;) {
      const answer = await fetch(part.dataset.address, { cache: "no-store" }).catch(() => null);
      if (answer?.status === 404) return null;
      setDate(answer?.headers.get("Date"));
      if (answer?.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
        if (!fresh) return null;
        if (Number(fresh.dataset.liveAfter) >= (part.liveNumber ?? 0)) return page;
      }
      await new Promise((resume) => setTimeout(resume, AGAIN));
    }
  } finally {
    part.isReading = false;
  }
}
