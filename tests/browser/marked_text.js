// What a page in the language nobody speaks shows outside ⟦brackets⟧, and what does not fit its place.
() => {
  const DATA = "script, style, textarea, pre, code, kbd, svg, .score, [lang='en'], [translate='no'], .languages, .viewer__introduction";
  const NAMED = ["aria-label", "title", "placeholder", "alt"];
  const isShown = (element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
  const place = (element) =>
    `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join("")}`;
  const isInline = (element) => getComputedStyle(element).display.startsWith("inline");

  function block(node) {
    let element = node.parentElement;
    while (element && isInline(element)) element = element.parentElement;
    return element;
  }

  function outside(text, state) {
    let left = "";
    for (const letter of text) {
      if (letter === "⟦") state.depth += 1;
      else if (letter === "⟧") state.depth = Math.max(0, state.depth - 1);
      else if (state.depth === 0) left += letter;
    }
    return left.replace(/\s+/g, " ").trim();
  }

  const raw = [];
  const state = { depth: 0, block: null };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    const around = block(node);
    if (around !== state.block) Object.assign(state, { depth: 0, block: around });
    const left = outside(node.data, state);
    if (/\p{L}{2}/u.test(left) && !parent.closest(DATA) && isShown(parent)) raw.push([place(parent), left]);
  }
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(DATA) || !isShown(element)) continue;
    for (const name of NAMED) {
      const left = outside(element.getAttribute(name) ?? "", { depth: 0 });
      if (/\p{L}{2}/u.test(left)) raw.push([`${place(element)}[${name}]`, left]);
    }
  }
  const title = outside(document.title, { depth: 0 });
  if (/\p{L}{2}/u.test(title)) raw.push(["title", title]);

  const tight = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) tight.push(["html", "wider than the screen"]);
  const scrolls = (element) => {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll("body *")) {
    if (!isShown(element) || element.closest("svg, .visually-hidden, td > i, .on-paper, .skip-link, option")) continue;
    if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
    const style = getComputedStyle(element);
    const said = element.textContent.trim().slice(0, 40);
    if (style.display !== "inline" && element.scrollWidth > element.clientWidth + 1 && !scrolls(element)) {
      tight.push([place(element), `does not fit: ${said}`]);
    }
    if (["hidden", "clip"].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 2) {
      tight.push([place(element), `cut off: ${said}`]);
    }
    const box = element.getBoundingClientRect();
    if (box.width && (box.right > width + 1 || box.left < -1) && !scrolls(element)) {
      tight.push([place(element), `beyond the edge: ${said}`]);
    }
  }
  return { raw, tight };
}
