// A link with data-other opens what it leads to in the dialog of the page; without this the link leads to a page that
// has the same. One dialog serves all rows of a table. A page loads this once: by itself, or with results.js.
const others = document.getElementById("others");

export async function openOther(address) {
  if (!others) return location.assign(address);
  try {
    await window.htmx.ajax("GET", address, { target: others, swap: "innerHTML" });
    if (!others.open) others.showModal();
    others.querySelector("[autofocus]")?.focus();
  } catch {
    location.assign(address);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-other], a[data-close]");
  if (!link || !others || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-close]") && !others.open) return;
  event.preventDefault();
  if (link.matches("[data-close]")) others.close();
  else openOther(link.href);
});
