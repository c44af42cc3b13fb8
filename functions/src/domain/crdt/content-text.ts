import * as Y from "yjs";
import { sharedJson } from "./content-json.ts";
import type { CrdtType } from "./crdt.ts";
import { MAX_LEVELS, TOO_DEEP } from "./nesting.ts";
import { writeXml } from "./xml-writer.ts";

/**
 * The content of a shared type as JSON text, in the form in which callers send it. Content nested too deep is cut off.
 */
export function contentText(doc: Y.Doc, type: CrdtType, contentKey: string): string {
  return JSON.stringify(readers[type](doc, contentKey));
}

const readers: { [type in CrdtType]: (doc: Y.Doc, contentKey: string) => unknown } = {
  text: (doc, contentKey) => doc.getText(contentKey).toString(),
  map: (doc, contentKey) => sharedJson(doc.getMap(contentKey), MAX_LEVELS),
  array: (doc, contentKey) => sharedJson(doc.getArray(contentKey), MAX_LEVELS),
  xml: (doc, contentKey) => writeXml(doc.getXmlFragment(contentKey), MAX_LEVELS),
  xmltext: (doc, contentKey) => plainText(doc.get(contentKey, Y.XmlText), MAX_LEVELS),
};

/** The text of a rich text without formats; an embedded text goes on a line of its own. */
function plainText(text: Y.Text, levels: number): string {
  if (levels < 0) return TOO_DEEP;
  const parts: string[] = [];
  let isLineOpen = false;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    const isBlock = insert instanceof Y.Text || insert instanceof Y.XmlFragment;
    if (parts.length > 0 && (isBlock || !isLineOpen)) parts.push("\n");
    isLineOpen = !isBlock;
    if (typeof insert === "string") parts.push(insert);
    else if (insert instanceof Y.Text) parts.push(plainText(insert, levels - 1));
    else if (insert instanceof Y.XmlFragment) parts.push(textBelow(insert, levels - 1));
  }
  return parts.join("");
}

function textBelow(fragment: Y.XmlFragment, levels: number): string {
  if (levels < 0) return TOO_DEEP;
  return fragment
    .toArray()
    .map((node) =>
      node instanceof Y.Text
        ? plainText(node, levels - 1)
        : node instanceof Y.XmlFragment
          ? textBelow(node, levels - 1)
          : "",
    )
    .join("");
}
