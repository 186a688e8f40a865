// "Follow": the name that somebody follows in an event, kept on this device alone and shown on top of its pages.
// Not a module: it runs right after the bar, before the rest of the page is there, so that nothing moves.
(() => {
  const KEY = "follow:";
  const bar = document.querySelector("[data-follow]");
  if (!bar) return; // a copy of the page without a server has none
  const event = bar.dataset.follow;
  const place = bar.querySelector("[data-card]");

  // A browser may refuse to keep anything; then nobody is followed.
  function stored() {
    try {
      return JSON.parse(localStorage.getItem(KEY + event));
    } catch {
      return null;
    }
  }

  function store(followed) {
    try {
      if (followed) localStorage.setItem(KEY + event, JSON.stringify(followed));
      else localStorage.removeItem(KEY + event);
    } catch {
      // Private window: the name is followed on this page only.
    }
  }

  // The address that is followed here, with its card as it was last time.
  function followedHere() {
    const followed = stored();
    return followed?.path?.startsWith(bar.dataset.address) ? followed : null;
  }

  async function update() {
    const followed = followedHere();
    document.querySelectorAll("[data-followed]:not([data-follow-found])").forEach((button) => {
      button.hidden = followed?.path === button.dataset.followed;
    });
    if (!followed) return;
    bar.hidden = false;
    const answer = await fetch(`${followed.path}card/`).catch(() => null);
    if (answer?.status === 404) return stop();
    if (!answer?.ok) return;
    const card = await answer.text();
    if (followedHere()?.path !== followed.path) return;
    place.innerHTML = card;
    store({ path: followed.path, card });
  }

  function stop() {
    store(null);
    bar.hidden = true;
    place.replaceChildren();
    update();
  }

  document.addEventListener("click", (click) => {
    const button = click.target.closest("[data-followed], [data-unfollow]");
    if (!button) return;
    if ("unfollow" in button.dataset) return stop();
    place.replaceChildren();
    store({ path: button.dataset.followed });
    update();
    bar.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("htmx:afterSettle", update);
  document.addEventListener("DOMContentLoaded", update);
  const followed = followedHere();
  bar.hidden = !followed;
  if (followed?.card) place.innerHTML = followed.card;
})();
