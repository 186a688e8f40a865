// A deadline as a running clock: [data-deadline] holds its moment in milliseconds, [data-deadline-left] the text; what
// is said afterwards, [data-deadline-over], may be missing.

const SECOND = 1000;
const two = (number) => String(number).padStart(2, "0");

function left(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function show() {
  for (const place of document.querySelectorAll("[data-deadline]")) {
    const rest = Number(place.dataset.deadline) - Date.now();
    place.querySelector("[data-deadline-left]").textContent = left(rest);
    place.querySelector("[data-deadline-runs]").hidden = rest <= 0;
    const over = place.querySelector("[data-deadline-over]");
    if (over) over.hidden = rest > 0;
  }
}

setInterval(show, SECOND);
document.addEventListener("htmx:afterSettle", show); // part of the page has come anew, without the text
show();
