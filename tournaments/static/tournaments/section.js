// The pages of a section on a phone: choosing one opens it.
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement && "goes" in event.target.dataset) {
    event.target.form.requestSubmit();
  }
});
