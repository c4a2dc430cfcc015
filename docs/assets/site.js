// The server's policy lets no form be sent, so the search page is opened by its address.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  const words = new URLSearchParams(new FormData(form));
  location.assign(`${form.action}?${words}`);
});
