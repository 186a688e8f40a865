// A link with data-other, or one of a table of boards, opens what it leads to in the dialog of the page; without this
// the link leads to a page that has the same. One dialog serves all rows of a table. A page loads this by
// itself, or with results.js.
const OTHERS = "a[data-other], .game > button + a, a.opening, a.why, a[data-close]";
const others = document.getElementById("others");

let wanted = null; // the address that was asked for last, until it is shown
let loading = Promise.resolve();

// htmx tells that a request is done at once where another is under way: the dialog would open with an old question.
export function openOther(address) {
  if (!others) return location.assign(address);
  if (wanted === address) return loading;
  wanted = address;
  loading = loading.then(() => load(address));
  return loading;
}

// Content that needs no request, after what was asked for before.
export function showOther(content) {
  wanted = content;
  loading = loading.then(() => {
    if (wanted !== content) return undefined;
    wanted = null;
    others.replaceChildren(content);
    if (!others.open) others.showModal();
    return others.querySelector("[autofocus]")?.focus();
  });
}

async function load(address) {
  if (wanted !== address) return undefined;
  if (!others.open) others.replaceChildren(); // a refused request leaves what is there
  try {
    await window.htmx.ajax("GET", address, { target: others, swap: "innerHTML" });
  } catch {
    others.replaceChildren(document.getElementById("others-offline").content.cloneNode(true));
  }
  if (wanted !== address) return undefined;
  wanted = null;
  if (!others.firstChild) return location.assign(address);
  if (!others.open) others.showModal();
  return others.querySelector("[autofocus]")?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(OTHERS);
  if (!link || !others || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-close]") && !others.open) return;
  event.preventDefault();
  if (link.matches("[data-close]")) others.close();
  else openOther(link.href);
});
