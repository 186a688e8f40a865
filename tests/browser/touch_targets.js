// Every control of a page and how high it is to a finger. A box to be ticked counts with its label. A link inside a
// line of text is told as such, with whether a circle of 24 px around it is free of other controls.
() => {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";
  for (const one of document.querySelectorAll("details")) one.open = true;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden, .skip-link");
  const target = (one) => (one.matches("[type=checkbox], [type=radio]") ? (one.closest("label") ?? one) : one);
  const all = [...new Set([...document.querySelectorAll(CONTROLS)].filter(seen).map(target))];
  const boxes = all.map((one) => one.getBoundingClientRect());
  const isFree = (at) => {
    const x = (boxes[at].left + boxes[at].right) / 2;
    const y = (boxes[at].top + boxes[at].bottom) / 2;
    return boxes.every((box, other) => {
      if (other === at || all[at].contains(all[other]) || all[other].contains(all[at])) return true;
      const dx = Math.max(box.left - x, 0, x - box.right);
      const dy = Math.max(box.top - y, 0, y - box.bottom);
      return Math.hypot(dx, dy) >= 12;
    });
  };
  return all.map((one, at) => ({
    what: `${one.localName}${one.className ? `.${[...one.classList].join(".")}` : ""}`,
    within: one.parentElement.closest("[class]")?.className ?? "",
    text: (one.innerText || one.getAttribute("aria-label") || one.name || "").trim().slice(0, 40),
    height: boxes[at].height,
    isInline: one.localName === "a" && getComputedStyle(one).display === "inline",
    isFree: isFree(at),
  }));
}
