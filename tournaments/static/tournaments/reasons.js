// A decision that the rules do not ask for needs a reason, a time penalty its minutes, a deduction its points. The form
// asks for them before it is sent: the server would refuse it. `data-wanted` is what the rules ask for, empty where
// they leave it to the arbiter; `data-anew`: the ruling takes the place of another.
const LIGHT = ["none", "reminder", "caution", "warning"];

export function isReasonNeeded(chosen, wanted, isAnew) {
  if (!chosen) return false;
  return isAnew || (wanted ? chosen !== wanted : !LIGHT.includes(chosen));
}

export function askReason(form) {
  const { wanted = "", anew } = form.dataset;
  const chosen = form.querySelector("[name=consequence]:checked")?.value ?? "";
  const isNeeded = isReasonNeeded(chosen, wanted, anew !== undefined);
  const part = form.querySelector("[data-reason]");
  const ready = form.querySelector("[name=ready]:checked")?.value ?? "";
  if (isNeeded) part.open = true;
  part.querySelector("[data-needed]").hidden = !isNeeded;
  form.elements.reason.required = isNeeded && !ready;
  for (const field of form.querySelectorAll("[data-for]")) {
    field.hidden = field.dataset.for !== chosen;
    field.querySelector("input").required = !field.hidden;
  }
}

for (const form of document.querySelectorAll("form[data-asks-reason]")) {
  form.addEventListener("change", () => askReason(form));
  askReason(form);
}
