// A PDN file dropped on a score sheet is read into it.
for (const area of document.querySelectorAll("[data-compare] textarea")) {
  area.addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.types].includes("Files")) event.preventDefault();
  });
  area.addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    const bytes = await file.arrayBuffer();
    try {
      area.value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      area.value = new TextDecoder("windows-1252").decode(bytes);
    }
  });
}
