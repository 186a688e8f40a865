// A row of links that is wider than the phone begins where one is.
for (const current of document.querySelectorAll("nav [aria-current]")) {
  const row = current.closest(".tabs, ul");
  if (!row || row.scrollWidth <= row.clientWidth) continue;
  const [here, all] = [current.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += here.left - all.left - (all.width - here.width) / 2;
}
