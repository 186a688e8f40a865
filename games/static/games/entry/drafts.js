// The scores that this visit has begun: the one on the page, and those that stepped aside for another variant.
const PRESENT = "entry-pad";
const ASIDE = "entry-pad-aside";
const MOST_ASIDE = 5;

// The one on the page; null when there is none, or none that can be read.
export function present() {
  return read(PRESENT);
}

export function keep(draft) {
  write(PRESENT, draft);
}

// Those set aside, the latest first.
export function aside() {
  const kept = read(ASIDE);
  return Array.isArray(kept) ? kept : [];
}

export function setAside(draft) {
  write(ASIDE, [draft, ...aside()].slice(0, MOST_ASIDE));
}

// Takes one back from those set aside.
export function takeUp(index) {
  const kept = aside();
  const [draft] = kept.splice(index, 1);
  write(ASIDE, kept);
  return draft;
}

function read(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // without storage the entry lives as long as the page
  }
}
