// Passkeys, and forms that go off once. What a form is for is told by data attributes; no code is in the page.
const toBytes = (text) => {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(plain.padEnd(Math.ceil(plain.length / 4) * 4, "=")), (sign) => sign.charCodeAt(0));
};

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const withIds = (list) => list?.map((one) => ({ ...one, id: toBytes(one.id) }));

async function create(options, passwordless) {
  const key = options.publicKey;
  const selection = { ...key.authenticatorSelection };
  selection.residentKey = passwordless ? "required" : "discouraged";
  selection.requireResidentKey = passwordless;
  if (passwordless) selection.userVerification = "required";
  const made = await navigator.credentials.create({
    publicKey: {
      ...key,
      challenge: toBytes(key.challenge),
      user: { ...key.user, id: toBytes(key.user.id) },
      excludeCredentials: withIds(key.excludeCredentials),
      authenticatorSelection: selection,
    },
  });
  return {
    ...described(made),
    response: {
      clientDataJSON: toText(made.response.clientDataJSON),
      attestationObject: toText(made.response.attestationObject),
      transports: made.response.getTransports?.() ?? [],
    },
  };
}

async function get(options) {
  const key = options.publicKey;
  const shown = await navigator.credentials.get({
    publicKey: { ...key, challenge: toBytes(key.challenge), allowCredentials: withIds(key.allowCredentials) },
  });
  const answer = shown.response;
  return {
    ...described(shown),
    response: {
      clientDataJSON: toText(answer.clientDataJSON),
      authenticatorData: toText(answer.authenticatorData),
      signature: toText(answer.signature),
      userHandle: answer.userHandle ? toText(answer.userHandle) : null,
    },
  };
}

const described = (credential) => ({
  type: credential.type,
  id: credential.id,
  rawId: toText(credential.rawId),
  authenticatorAttachment: credential.authenticatorAttachment,
  clientExtensionResults: credential.getClientExtensionResults(),
});

async function optionsOf(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).request_options;
}

async function usePasskey(form) {
  const told = form.querySelector("[data-passkey-told]");
  if (told) told.hidden = true;
  try {
    const options = await optionsOf(form);
    const passwordless = form.elements.passwordless?.checked ?? false;
    const credential = form.dataset.passkey === "create" ? await create(options, passwordless) : await get(options);
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    if (told) told.hidden = false; // given up, timed out, or no such key here
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.passkey) {
    event.preventDefault();
    usePasskey(form);
  } else if ("once" in form.dataset) {
    if (form.dataset.gone) event.preventDefault();
    form.dataset.gone = "1";
  }
});

// The back button brings a page back as it was left; its forms must work again.
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-gone]").forEach((form) => delete form.dataset.gone);
});

if (!window.PublicKeyCredential) {
  document.querySelectorAll("[data-needs-passkeys]").forEach((part) => {
    part.hidden = true;
  });
}

// Where something is wrong, the first wrong field has the focus.
document.querySelector("[aria-invalid='true']")?.focus();
