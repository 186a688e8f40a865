// Signing out with entries that are not sent yet: the first press warns, the second one signs out. The entries stay on
// the device, and go out when the same account signs in again. The pages that the device keeps are removed before.
import { outbox } from "./outbox.js";

const FORGETTING = 1_000; // milliseconds at most
const warned = new WeakSet();
const forgotten = new WeakSet();

async function forget() {
  for (const { active } of await navigator.serviceWorker.getRegistrations()) active?.postMessage({ forget: true });
  const names = (await caches.keys()).filter((name) => name.startsWith("draughts-desk-pages-"));
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function forgetAndSignOut(form, submitter) {
  forgotten.add(form);
  await Promise.race([forget(), new Promise((resolve) => setTimeout(resolve, FORGETTING))]).catch(() => {});
  form.requestSubmit(submitter);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-signs-out]");
  const isUnsent = [...outbox.all.values()].some((entry) => entry.owner === form?.dataset.signsOut && entry.state === "waiting");
  const mustWarn = isUnsent && !warned.has(form);
  const mustForget = window.isSecureContext && "serviceWorker" in navigator && form && !forgotten.has(form);
  if (!form || (!mustWarn && !mustForget)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!mustWarn) {
    forgetAndSignOut(form, event.submitter);
    return;
  }
  warned.add(form);
  form.querySelector("[data-unsent]").hidden = false;
}, true);
