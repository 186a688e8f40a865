// Runs before the first paint: puts the remembered choices on the root element, so that nothing flickers.
// Not a module: modules wait for the page.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";

  const remembered = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage may be forbidden; the site works without a memory
    }
  };
  const remember = (key, value) => {
    try {
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
    } catch {
      // the choice then holds for this page only
    }
  };
  const apply = (name, value) => {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  };

  const theme = remembered("theme");
  if (theme === "light" || theme === "dark") apply("theme", theme);
  if (remembered("pieces") === "red") apply("pieces", "red");

  const next = { "": "light", light: "dark", dark: "" };
  document.addEventListener("click", (event) => {
    const toggle = event.target.closest?.("[data-toggle-theme]");
    if (toggle) {
      const value = next[root.dataset.theme ?? ""];
      apply("theme", value);
      remember("theme", value);
      label(toggle);
    }
    const pieces = event.target.closest?.("[data-toggle-pieces]");
    if (pieces) {
      const value = root.dataset.pieces === "red" ? "" : "red";
      apply("pieces", value);
      remember("pieces", value);
      pieces.setAttribute("aria-pressed", String(value === "red"));
    }
  });

  const label = (toggle) => {
    const words = { "": toggle.dataset.auto, light: toggle.dataset.light, dark: toggle.dataset.dark };
    toggle.setAttribute("aria-label", words[root.dataset.theme ?? ""]);
    toggle.title = words[root.dataset.theme ?? ""];
  };
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-toggle-theme]").forEach(label);
    document
      .querySelectorAll("[data-toggle-pieces]")
      .forEach((button) => button.setAttribute("aria-pressed", String(root.dataset.pieces === "red")));
  });
})();
