// @ts-check
// Runs before the first paint, so that a page never flashes in the wrong colours.
(() => {
  const wanted = new URLSearchParams(location.search).get("theme");
  const theme = wanted || localStorage.getItem("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("palette") === "cb") document.documentElement.dataset.palette = "cb";
  const lang = new URLSearchParams(location.search).get("lang") || localStorage.getItem("lang");
  if (lang) document.documentElement.lang = lang;
})();
