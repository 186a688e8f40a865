// The chosen file stays in the form while its players are searched again: the answer replaces the results alone.
const form = document.querySelector("[data-list-search]");
const found = document.querySelector("[data-list-found]");
const refusal = document.querySelector("[data-list-refusal]");
const state = document.querySelector("[data-list-state]");

async function search() {
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  state.textContent = state.dataset.busy;
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.querySelector("[data-list-found]");
    if (!next) throw new Error(response.status);
    found.replaceChildren(...next.childNodes);
    refusal.replaceChildren(...page.querySelector("[data-list-refusal]").childNodes);
    (found.querySelector("h3") ?? refusal.querySelector("[role=alert], .message"))?.focus();
  } catch {
    form.submit(); // the browser shows what went wrong
  } finally {
    button.disabled = false;
    state.textContent = "";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});

// One box chooses everybody who is not entered yet, or nobody.
found.addEventListener("change", (event) => {
  if (!event.target.matches("[data-take-all]")) return;
  for (const box of found.querySelectorAll("input[name=take]:enabled")) box.checked = event.target.checked;
});
