// What was typed into posted forms outlives an answer that saved none of it: that of a session that has ended, which
// leads to the page for signing in, or that of another form of the page. It is kept in this tab, for the account that
// typed it, and filled in again once. Passwords, files and hidden fields are not kept.
const NAME = "draughts-drafts";
const MAX_AGE = 60 * 60 * 1_000; // milliseconds
const LEFT_OUT = "[type=password], [type=file], [type=hidden], [autocomplete=one-time-code], button";
const { owner, restored } = document.querySelector("script[data-drafts]").dataset;
const isEntrance = !owner;
const { responseStatus = 200 } = performance.getEntriesByType("navigation")[0] ?? {};
const isFailure = responseStatus === 403 || responseStatus >= 500;

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME));
  } catch {
    return null;
  }
}

function store(draft) {
  try {
    if (draft) sessionStorage.setItem(NAME, JSON.stringify(draft));
    else sessionStorage.removeItem(NAME);
  } catch {
    // a tab that stores nothing
  }
}

// ---- keep ----

const postedForms = () => [...document.querySelectorAll("form[method=post]:not([data-signs-out], [data-quick])")];
const fieldsOf = (form) => [...form.elements].filter((one) => one.name && !one.matches(LEFT_OUT));
const isChoice = (field) => ["checkbox", "radio"].includes(field.type);

function isChanged(field) {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field.localName === "select") return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
}

function valueOf(field) {
  if (isChoice(field)) return field.checked;
  return field.localName === "select" ? [...field.options].filter((one) => one.selected).map((one) => one.value) : field.value;
}

// A form and a field are found again by their names, and their places among those of the same name.
function placed(all, nameOf) {
  const seen = new Map();
  return all.map((one) => {
    const name = nameOf(one);
    seen.set(name, (seen.get(name) ?? -1) + 1);
    return [`${name} ${seen.get(name)}`, one];
  });
}

const addressOf = (form) => new URL(form.getAttribute("action") ?? "", location.href).pathname;
const placedForms = () => placed(postedForms(), addressOf);
const placedFields = (form) => placed(fieldsOf(form), (field) => (isChoice(field) ? `${field.name}=${field.value}` : field.name));
const isTyped = ([, field]) => !isChoice(field) && field.localName !== "select";

function keep(sent) {
  if (isEntrance) return;
  const forms = placedForms().map(([place, form]) => {
    const changed = placedFields(form).filter(([, field]) => isChanged(field));
    const fields = form === sent || changed.some(isTyped) ? changed : []; // ticks alone are about the page as it was
    return { place, isSent: form === sent, fields: fields.map(([name, field]) => [name, valueOf(field)]) };
  });
  const typed = forms.filter(({ fields }) => fields.length);
  store(typed.length ? { owner, at: Date.now(), forms: typed } : null);
}

// ---- fill in again ----

function fill(field, value) {
  if (isChoice(field)) field.checked = value;
  else if (field.localName === "select") for (const one of field.options) one.selected = value.includes(one.value);
  else field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whether one of the forms is on this page.
function fillIn(forms) {
  const here = new Map(placedForms());
  const found = forms.filter(({ place }) => here.has(place));
  for (const { place, fields } of found) {
    const form = here.get(place);
    const places = new Map(placedFields(form));
    for (const [name, value] of fields) if (places.has(name)) fill(places.get(name), value);
    const told = Object.assign(document.createElement("p"), { className: "message message--doubt", textContent: restored });
    told.setAttribute("role", "status");
    form.prepend(told);
    for (let part = form.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  }
  return found.length > 0;
}

function open() {
  const draft = stored();
  if (!draft) return;
  if (isEntrance || isFailure) store({ ...draft, isRefused: true });
  else if (draft.owner !== owner || Date.now() - draft.at > MAX_AGE) store(null);
  else {
    const isFound = fillIn(draft.forms.filter(({ isSent }) => draft.isRefused || !isSent));
    if (isFound || !draft.isRefused) store(null);
  }
}

// What a script sends by itself has prevented the event by now.
addEventListener("submit", (event) => {
  if (event.target.matches("[data-signs-out]")) store(null);
  else if (!event.defaultPrevented && event.target.getAttribute("method") === "post") keep(event.target);
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => detail.elt.matches("form[method=post]") && keep(detail.elt));
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.matches("form[method=post]") && !detail.xhr.getResponseHeader("HX-Redirect")) store(null);
});
open();
