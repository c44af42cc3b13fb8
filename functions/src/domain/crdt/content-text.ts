import * as Y from "yjs";
import type { CrdtType } from "./crdt.ts";
import { writeXml } from "./xml-writer.ts";

/** The content of a shared type as JSON text, in the form in which callers send it. */
export function contentText(doc: Y.Doc, type: CrdtType, contentKey: string): string {
  return JSON.stringify(readers[type](doc, contentKey), toJson);
}

const readers: { [type in CrdtType]: (doc: Y.Doc, contentKey: string) => unknown } = {
  text: (doc, contentKey) => doc.getText(contentKey).toString(),
  map: (doc, contentKey) => doc.getMap(contentKey).toJSON(),
  array: (doc, contentKey) => doc.getArray(contentKey).toJSON(),
  xml: (doc, contentKey) => writeXml(doc.getXmlFragment(contentKey)),
  xmltext: (doc, contentKey) => plainText(doc.get(contentKey, Y.XmlText)),
};

/** Values of Yjs that JSON lacks: clients may put them into maps and arrays. */
function toJson(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

/** The text of a rich text without formats; an embedded text stands in a line of its own. */
function plainText(text: Y.Text): string {
  const parts: string[] = [];
  let isLineOpen = false;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    const isBlock = insert instanceof Y.Text || insert instanceof Y.XmlFragment;
    if (parts.length > 0 && (isBlock || !isLineOpen)) parts.push("\n");
    isLineOpen = !isBlock;
    if (typeof insert === "string") parts.push(insert);
    else if (insert instanceof Y.Text) parts.push(plainText(insert));
    else if (insert instanceof Y.XmlFragment) parts.push(textBelow(insert));
  }
  return parts.join("");
}

function textBelow(fragment: Y.XmlFragment): string {
  return fragment
    .toArray()
    .map((node) => (node instanceof Y.Text ? plainText(node) : node instanceof Y.XmlFragment ? textBelow(node) : ""))
    .join("");
}
