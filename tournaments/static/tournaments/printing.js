// Previews follow the choices: the picture of a form's sheet is fetched again with what is chosen now.
const PAUSE = 350; // milliseconds after the last key

function refresh(form) {
  const picture = form.closest(".paper-kind, .certificates")?.querySelector("img[data-sheet]");
  if (!picture) return;
  const [address] = form.dataset.previews.split("?");
  const chosen = new URLSearchParams(new FormData(form));
  const wanted = `${address}?${chosen}`;
  if (picture.getAttribute("src") === wanted) return;
  picture.src = wanted;
  // The picture is also a link to the sheet: it opens what it shows.
  const link = picture.closest("a");
  if (link) link.href = `${form.getAttribute("action")}?${chosen}`;
}

for (const form of document.querySelectorAll("form[data-previews]")) {
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => refresh(form), PAUSE);
  });
}
