// Sentences of the page's scripts, in the page's language: the server writes them as JSON.
let told = null;

export function message(key, facts = {}) {
  told ??= JSON.parse(document.getElementById("page-words")?.textContent ?? "{}");
  return Object.entries(facts).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, value),
    told[key] ?? key.replaceAll("_", " "),
  );
}
