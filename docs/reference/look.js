/* Dark or light in the references of other tools, as the reader has chosen it on the site, or as the system has it. Each tool
   keeps a choice of its own under a key of its own, which is set to the same, so that its script does not undo this one. */
(() => {
  const key = `${new URL("../", document.currentScript.src).pathname}.__palette`;
  const page = document.documentElement;

  function stored() {
    try {
      return JSON.parse(localStorage.getItem(key))?.color?.scheme;
    } catch {
      return undefined; // a browser that keeps nothing, or a text that is not ours
    }
  }

  function keep(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // it holds for this page
    }
  }

  function show(dark) {
    page.dataset.look = dark ? "dark" : "light";
    page.classList.toggle("theme-dark", dark);
    page.setAttribute("data-theme", page.dataset.look);
    keep("dokka-dark-mode", dark);
    keep("use-dark-theme", dark);
    keep("rustdoc-use-system-theme", "false");
    keep("rustdoc-theme", page.dataset.look);
  }

  const scheme = stored();
  show(scheme ? scheme === "slate" : matchMedia("(prefers-color-scheme: dark)").matches);
  addEventListener("DOMContentLoaded", () => {
    document.querySelector(".look-bar button").addEventListener("click", () => {
      const dark = page.dataset.look !== "dark";
      const color = { media: `(prefers-color-scheme: ${dark ? "dark" : "light"})`, scheme: dark ? "slate" : "default", primary: "custom", accent: "custom" };
      keep(key, JSON.stringify({ index: dark ? 1 : 0, color }));
      show(dark);
    });
  });
})();
