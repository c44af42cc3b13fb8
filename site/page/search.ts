import type { SearchEntry } from "../search-entry.ts";
import { find, findAll } from "./elements.ts";
import { SearchIndex, type SearchResult } from "./search-index.ts";

/** Maximum number of results shown. */
const MAX_RESULTS = 12;

/** Lets the reader search all pages. The index is loaded on the first use of the field. */
export function prepareSearch(): void {
  const field = find("#search", HTMLInputElement);
  const results = find("#results", HTMLOListElement);
  if (!field || !results) return;
  let index: Promise<SearchIndex> | undefined;
  /** The index; undefined if the server did not answer. The next call then asks again. */
  const getIndex = async () => {
    index ??= loadIndex(field.dataset.index ?? "");
    return index.catch(() => {
      index = undefined;
      return undefined;
    });
  };
  field.addEventListener("focus", getIndex);
  field.addEventListener("input", async () => {
    const matches = (await getIndex())?.search(field.value).slice(0, MAX_RESULTS);
    const rows = matches?.map(resultRow) ?? [textRow("The server is not responding. Type again once it responds.")];
    results.replaceChildren(...(rows.length > 0 ? rows : [textRow("Nothing was found.")]));
    results.hidden = field.value.trim() === "";
  });
  addEventListener("keydown", (event) => moveBy(event, field, results));
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !field.parentElement?.contains(target)) results.hidden = true;
  });
}

async function loadIndex(address: string): Promise<SearchIndex> {
  return new SearchIndex((await (await fetch(address)).json()) as SearchEntry[]);
}

function resultRow({ title, page, kind }: SearchResult): HTMLLIElement {
  const row = document.createElement("li");
  const link = document.createElement("a");
  const label = document.createElement("span");
  link.href = page;
  link.textContent = title;
  label.textContent = kind;
  link.append(label);
  row.append(link);
  return row;
}

function textRow(text: string): HTMLLIElement {
  const row = document.createElement("li");
  row.textContent = text;
  return row;
}

/** `/` focuses the search field, the arrow keys move through the results, and Escape closes them. */
function moveBy(event: KeyboardEvent, field: HTMLInputElement, results: HTMLOListElement): void {
  const { key, target } = event;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (key === "/" && !isTyping) {
    event.preventDefault();
    field.focus();
  }
  if (key === "Escape") results.hidden = true;
  if (results.hidden || !(target instanceof Node) || !field.parentElement?.contains(target)) return;
  const stops = [field, ...findAll("a", HTMLAnchorElement, results)];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined) {
    event.preventDefault();
    stops[Math.max(0, stops.indexOf(target as HTMLInputElement) + step)]?.focus();
  }
  if (key === "Enter" && target === field) stops[1]?.click();
}
