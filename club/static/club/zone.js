// Tells the site which clock this device goes by, so that the desk shows its moments by the same one. Removes the pages
// that the device keeps for another account (kept.js).
{
  const { cookie, owner } = document.currentScript.dataset;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const said = `${cookie}=${zone}`;
  if (zone && !document.cookie.split("; ").includes(said)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${said}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
  try {
    const former = localStorage.getItem("draughts-kept-owner");
    if (former && former !== owner) {
      localStorage.setItem("draughts-kept-owner", owner); // an open page of the former account may keep one for this
      const isPages = (name) => name.startsWith("draughts-desk-pages-");
      window.caches?.keys().then((names) => names.filter(isPages).forEach((name) => caches.delete(name)));
    }
  } catch {
    // a device that keeps nothing
  }
}
