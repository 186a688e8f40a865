// Names are sifted while one types; without this the form asks the server.
const field = document.querySelector("[data-find]");

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

function sift() {
  const words = plain(field.value).split(/\s+/u).filter(Boolean);
  for (const line of document.querySelectorAll(`${field.dataset.find} > [data-name]`)) {
    const name = plain(line.dataset.name);
    line.hidden = !words.every((word) => name.includes(word));
  }
}

if (field) {
  field.addEventListener("input", sift);
  document.addEventListener("htmx:afterSettle", sift);
}
