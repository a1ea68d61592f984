/* The list of versions in the header. ci/docs --publish puts a site beside others and says so here: then the list comes from
   versions.json in the folder above the site or, from the disk, where browsers fetch nothing, from versions.js beside it.
   If it is not there, and in a site that was not published, the list has this version alone. */
const OWN = "@VERSION@";
const PUBLISHED = false;

function showVersions(list) {
  const topic = document.querySelector(".md-header__topic");
  if (!topic || !Array.isArray(list) || list.some((one) => typeof one?.version !== "string")) return;
  topic.querySelector(".md-version")?.remove();
  const root = base();
  const page = location.href.split(/[?#]/)[0].slice(root.href.length);
  const box = document.createElement("div");
  box.className = "md-version";
  const button = box.appendChild(document.createElement("button"));
  button.className = "md-version__current";
  button.setAttribute("aria-label", "Select version");
  button.textContent = OWN;
  const items = box.appendChild(document.createElement("ul"));
  items.className = "md-version__list";
  for (const { version, title } of list.length ? list : [{ version: OWN }]) {
    const link = document.createElement("a");
    link.className = "md-version__link";
    link.textContent = title ?? version;
    const home = version === OWN ? root : new URL(`../${encodeURIComponent(version)}/`, root);
    link.href = new URL("index.html", home).href;
    if (version === OWN) link.setAttribute("aria-current", "true");
    else if (location.protocol !== "file:") link.addEventListener("click", (event) => samePage(event, new URL(page, home), link.href));
    items.appendChild(document.createElement("li")).append(link);
    items.lastChild.className = "md-version__item";
  }
  topic.append(box);
}

/* The same page of the other version, where that has it; else its first page. */
async function samePage(event, page, home) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const found = await fetch(page, { method: "HEAD" }).then((answer) => answer.ok, () => false);
  location.href = found ? page.href + location.hash : home;
}

/* The address of the folder of this version. A page says how far it is above, and the one for missing pages where it is. */
function base() {
  const way = JSON.parse(document.getElementById("__config").textContent).base;
  return new URL(way.endsWith("/") ? way : `${way}/`, location.href);
}

showVersions([]);
if (PUBLISHED && location.protocol === "file:") {
  const script = document.head.appendChild(document.createElement("script"));
  script.onload = () => showVersions(window.tenureVersions);
  script.src = new URL("../versions.js", base()).href;
} else if (PUBLISHED) {
  fetch(new URL("../versions.json", base()))
    .then((answer) => (answer.ok ? answer.json() : []))
    .then(showVersions, () => {});
}
