// "Find me": a field above a long table that leaves the rows with the words typed, without asking the server.
const LONG = 20; // rows from which a table has a field

const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const rowsOf = () => [...document.querySelectorAll("#live table tbody tr")];
const playerOf = (row) => row.querySelector('a[href*="/players/"]');

const box = document.querySelector("[data-find]");

function search(jumps) {
  const words = fold(box.querySelector("input").value).split(/\s+/).filter(Boolean);
  const found = rowsOf().filter((row) => {
    const text = fold(row.textContent);
    row.hidden = !words.every((word) => text.includes(word));
    row.classList.remove("is-found");
    return !row.hidden;
  });
  const isSearch = words.length > 0;
  box.querySelector("[data-none]").hidden = found.length > 0;
  const follow = box.querySelector("[data-follow-found]");
  const player = isSearch && found.length === 1 && playerOf(found[0]);
  follow.hidden = !player;
  if (player) {
    follow.dataset.followed = new URL(player.href).pathname;
    follow.querySelector("[data-name]").textContent = player.textContent;
  }
  if (!isSearch || !found.length) return;
  found[0].classList.add("is-found");
  if (jumps) found[0].scrollIntoView({ block: "center" });
}

// The server has shown or hidden it by what it knows of the table.
if (box) box.hidden = rowsOf().length <= LONG;
if (box && !box.hidden) {
  box.querySelector("input").addEventListener("input", () => search(true));
  document.addEventListener("htmx:afterSettle", () => search(false));
}
