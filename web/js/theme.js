// @ts-check
// Runs before the first paint, so that a page never flashes in the wrong colours.
(() => {
  // In a frame on another's page the browser may deny what it keeps.
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const wanted = (/** @type {string} */ name) => new URLSearchParams(location.search).get(name) || kept(name);
  const theme = wanted("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  if (kept("palette") === "cb") document.documentElement.dataset.palette = "cb";
  const lang = wanted("lang");
  if (lang) document.documentElement.lang = lang;
})();
