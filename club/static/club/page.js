// Small helps on every page: print, copy, dialogs. Each is a data attribute on a button.
const told = new WeakMap();

async function copy(button) {
  const source = button.dataset.copy ? document.querySelector(button.dataset.copy) : null;
  const text = source ? (source.value ?? source.textContent) : (button.dataset.text ?? "");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text); // a page without https has no clipboard of its own
  }
  const label = button.querySelector("[data-label]") ?? button;
  if (!told.has(button)) told.set(button, label.textContent);
  label.textContent = button.dataset.done ?? label.textContent;
  setTimeout(() => {
    label.textContent = told.get(button);
  }, 1600);
}

function copyBySelection(text) {
  const area = Object.assign(document.createElement("textarea"), { value: text, className: "visually-hidden" });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if ("print" in button.dataset) window.print();
  if ("copy" in button.dataset || "text" in button.dataset) copy(button);
  if (button.dataset.opens) document.getElementById(button.dataset.opens)?.showModal();
  if ("closes" in button.dataset) button.closest("dialog")?.close();
});

// A hidden field that asks for it gets the time zone of this device.
for (const field of document.querySelectorAll("input[data-own-zone]")) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

// A press on the backdrop closes a dialog.
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement) event.target.close();
});
