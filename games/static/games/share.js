// The share panel: opened in a dialog where there is a script, and sent by the device's own menu where it has one.
function listen(panel) {
  const send = panel.querySelector("[data-send]");
  if (!send || !navigator.share) return;
  send.hidden = false;
  send.addEventListener("click", () => {
    const { title, link } = panel.dataset;
    navigator.share({ title, url: link }).catch(() => {}); // closed without a choice
  });
}

for (const panel of document.querySelectorAll("[data-share-panel]")) listen(panel);

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const dialog = document.getElementById("share");
  if (!dialog) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(String(answer.status));
    dialog.querySelector("[data-share-content]").innerHTML = await answer.text();
  } catch {
    location.href = link.href;
    return;
  }
  listen(dialog);
  dialog.showModal();
});
