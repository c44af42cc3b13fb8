import type { Area } from "./contract/operations.ts";
import type { Guide } from "./guides.ts";
import { anchorOf, markdown } from "./pages/markdown.ts";
import type { SearchEntry } from "./search-entry.ts";

/** The entries of the search index: one for each endpoint, event and part of a guide. */
export function searchEntries(areas: readonly Area[], guides: readonly Guide[]): SearchEntry[] {
  const operations = areas.flatMap(({ name, operations }) =>
    operations.map(({ page, summary, description, event, call, fields }) => ({
      page,
      title: event ?? summary,
      kind: event ? "Event" : name,
      ...(!event && { name: call.path.slice(1) }),
      text: event ? `${summary} ${description}` : description,
      ...(fields.length > 0 && { fields: fields.join(" ") }),
    })),
  );
  return [...guides.flatMap(partsOf), ...operations].map((entry, id) => ({ id, ...entry }));
}

/** A guide's introduction and its parts, each starting with a heading. */
function partsOf({ page, title, text }: Guide) {
  const [first = "", ...others] = text.split(/^##+ /m);
  const parts = others.map((part) => {
    const [heading = ""] = part.split("\n", 1);
    return { page: `${page}#${anchorOf(heading)}`, title: `${title}: ${heading.replaceAll("`", "")}`, text: part };
  });
  return [{ page, title, text: first }, ...parts].map((part) => ({
    ...part,
    kind: "Guide",
    text: markdown(part.text).plain.replace(/\s+/g, " ").trim(),
  }));
}
