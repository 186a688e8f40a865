// Tells the site which clock this device goes by, so that the desk shows its moments by the same one.
{
  const { cookie } = document.currentScript.dataset;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const said = `${cookie}=${zone}`;
  if (zone && !document.cookie.split("; ").includes(said)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${said}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
}
