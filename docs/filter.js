/* A field that filters the rows of all tables of a page, and hides the chapters of which none is left. */
function filterOperations() {
  const page = document.querySelector("article");
  if (!/\/operations(\.html|\/)?$/.test(location.pathname) || !page || page.querySelector(".filter")) return;
  const field = document.createElement("input");
  field.className = "filter";
  field.type = "search";
  field.placeholder = "Filter by name, meaning or chapter";
  field.setAttribute("aria-label", field.placeholder);
  page.querySelector("h2").before(field);
  const chapters = [...page.querySelectorAll("h2")].map((title) => {
    let table = title.nextElementSibling;
    while (table && !table.querySelector("tbody")) table = table.nextElementSibling;
    return { title, table, rows: [...table.querySelectorAll("tbody tr")] };
  });
  // In a name of several words each of them counts: crossEntropy is found by "cross entropy".
  const words = (text) => text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  field.addEventListener("input", () => {
    const wanted = words(field.value).split(/[\s_]+/).filter(Boolean);
    for (const { title, table, rows } of chapters) {
      let left = 0;
      for (const row of rows) {
        const text = words(`${title.textContent} ${row.textContent}`) + row.textContent.toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word));
        left += row.hidden ? 0 : 1;
      }
      title.hidden = table.hidden = left === 0;
    }
  });
}
document.addEventListener("DOMContentLoaded", filterOperations);
if (document.readyState !== "loading") filterOperations();
