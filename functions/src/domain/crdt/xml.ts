import { SaxesParser } from "saxes";
import * as Y from "yjs";
import { type ApiError, invalidField } from "#platform/error";
import { commonEnds, replaceText } from "./text.ts";

/** Maximum depth of elements. */
const MAX_DEPTH = 100;
/**
 * Maximum number of elements, attributes and text nodes: Yjs takes about 5 µs for each and blocks its thread meanwhile.
 */
const MAX_NODES = 100_000;

/** An element or a text node. */
export type XmlNode = XmlElement | string;
interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: XmlNode[];
}

/**
 * Parses an XML fragment: elements, attributes and text. A Yjs document can't hold comments and processing instructions,
 * so they are skipped. The only entities are the five of XML and numeric ones; a document type is refused.
 * @throws ApiError INVALID_ARGUMENT naming line and column.
 */
export function parseXml(xml: string): XmlNode[] {
  const parser = new SaxesParser({ fragment: true });
  const root: XmlNode[] = [];
  const open: XmlNode[][] = [root];
  let nodes = 0;
  const count = (more: number) => {
    nodes += more;
    if (nodes > MAX_NODES) throw invalid(`must have at most ${MAX_NODES} elements, attributes and texts.`);
  };
  const addText = (text: string) => {
    const siblings = open.at(-1) ?? root;
    const last = siblings.length - 1;
    const previous = siblings[last];
    if (typeof previous === "string") siblings[last] = previous + text;
    else if (text !== "") {
      count(1);
      siblings.push(text);
    }
  };
  parser.on("error", ({ message }) => {
    throw invalid(`is not a well-formed XML fragment. ${message.slice(0, 200)}`);
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw invalid(`must not nest deeper than ${MAX_DEPTH} levels.`);
    const element: XmlElement = { name, attributes: new Map(Object.entries(attributes)), children: [] };
    // As in JSON bodies: copying such a key by assignment would change a prototype.
    if (element.attributes.has("__proto__")) throw invalid('must not have an attribute "__proto__".');
    count(1 + element.attributes.size);
    open.at(-1)?.push(element);
    open.push(element.children);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root;
}

function invalid(message: string): ApiError {
  return invalidField("data.data", message);
}

/** Changes the children of a fragment or element into `next`, leaving equal ones at the start and end unchanged. */
export function replaceChildren(parent: Y.XmlFragment, next: XmlNode[]): void {
  const before = parent.toArray();
  const { start, end } = commonEnds(before.length, next.length, (i, j) => isSame(before[i], next[j]));
  const removed = before.slice(start, before.length - end);
  const added = next.slice(start, next.length - end);
  if (removed.length === 1 && added.length === 1 && changeInPlace(removed[0], added[0])) return;
  if (removed.length > 0) parent.delete(start, removed.length);
  insertNodes(parent, start, added);
}

/** Changes one node into another of the same kind. @returns false when the kinds differ. */
function changeInPlace(before: unknown, next: XmlNode | undefined): boolean {
  if (before instanceof Y.XmlText && typeof next === "string") {
    replaceText(before, next);
    return true;
  }
  if (!(before instanceof Y.XmlElement) || typeof next !== "object" || before.nodeName !== next.name) return false;
  const attributes = before.getAttributes();
  for (const name of Object.keys(attributes)) if (!next.attributes.has(name)) before.removeAttribute(name);
  for (const [name, value] of next.attributes) if (attributes[name] !== value) before.setAttribute(name, value);
  replaceChildren(before, next.children);
  return true;
}

function isSame(shared: unknown, node: XmlNode | undefined): boolean {
  if (typeof node !== "object") return shared instanceof Y.XmlText && shared.toString() === node;
  if (!(shared instanceof Y.XmlElement) || shared.nodeName !== node.name) return false;
  const attributes = Object.entries(shared.getAttributes());
  const children = shared.toArray();
  return (
    attributes.length === node.attributes.size &&
    attributes.every(([name, value]) => node.attributes.get(name) === value) &&
    children.length === node.children.length &&
    children.every((child, i) => isSame(child, node.children[i]))
  );
}

/**
 * Inserts nodes level by level, so that a later deletion leaves adjacent items, which Yjs merges in linear time. After
 * inserting node by node, the merge would take quadratic time.
 */
function insertNodes(parent: Y.XmlFragment, index: number, nodes: XmlNode[]): void {
  let level = insertEmpty(parent, index, nodes);
  while (level.length > 0) level = level.flatMap(({ shared, node }) => fill(shared, node));
}

interface EmptyNode {
  shared: Y.XmlElement | Y.XmlText;
  node: XmlNode;
}

function insertEmpty(parent: Y.XmlFragment, index: number, nodes: XmlNode[]): EmptyNode[] {
  const empty = nodes.map((node) => ({
    shared: typeof node === "string" ? new Y.XmlText() : new Y.XmlElement(node.name),
    node,
  }));
  if (empty.length > 0)
    parent.insert(
      index,
      empty.map(({ shared }) => shared),
    );
  return empty;
}

/** Adds the content of a node. @returns its children, still empty. */
function fill(shared: EmptyNode["shared"], node: XmlNode): EmptyNode[] {
  if (shared instanceof Y.XmlText) shared.insert(0, node as string);
  if (!(shared instanceof Y.XmlElement) || typeof node !== "object") return [];
  for (const [name, value] of node.attributes) shared.setAttribute(name, value);
  return insertEmpty(shared, 0, node.children);
}
