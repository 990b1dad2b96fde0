// @ts-check
// Runs before the first paint, so that a page never flashes in the wrong colours.
(() => {
  const wanted = (/** @type {string} */ name) =>
    new URLSearchParams(location.search).get(name) || localStorage.getItem(name);
  const theme = wanted("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("palette") === "cb") document.documentElement.dataset.palette = "cb";
  const lang = wanted("lang");
  if (lang) document.documentElement.lang = lang;
})();
