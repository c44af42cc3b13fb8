import * as Y from "yjs";

/** What an item of a Yjs document holds. */
export type ItemContent = Y.Item["content"];

/** A part of an item to be removed, and the content that replaces it, if any. */
export interface ItemEdit {
  start: number;
  end: number;
  content?: ItemContent;
}

/** Changes to the items of a document. */
export interface ItemEdits {
  /** Parts of items, from left to right and without overlap. */
  parts: ReadonlyMap<Y.Item, readonly ItemEdit[]>;
  /** Items to be erased together with their keys. */
  erased: readonly Y.Item[];
}

/** Maximum number of items that are split in one document: each split moves all later items in memory. */
const MAX_SPLITS = 2000;

/**
 * Changes items by operations, as an editor would: the document keeps all ids and clocks, but nothing of the old
 * content. All clients, even those that were offline, receive the change and cannot bring back their old content.
 */
export function applyEdits(doc: Y.Doc, { parts, erased }: ItemEdits): void {
  doc.transact((transaction) => {
    for (const item of erased) item.delete(transaction);
    let splitBudget = MAX_SPLITS;
    for (const [item, edits] of parts) {
      if (item.deleted) continue;
      const few = edits.length > splitBudget ? [wholeEdit(item, edits)] : edits;
      splitBudget -= few.length;
      for (const edit of few) replacePart(transaction, item.id, edit);
    }
  });
  for (const { id } of erased) {
    // Yjs may have merged the item into the one before it.
    const item: unknown = Y.getItem(doc.store, id);
    if (item instanceof Y.Item) item.gc(doc.store, true);
  }
}

function replacePart(transaction: Y.Transaction, { client, clock }: Y.ID, { start, end, content }: ItemEdit): void {
  const { doc } = transaction;
  Y.getItemCleanStart(transaction, Y.createID(client, clock + start));
  const old = Y.getItemCleanEnd(transaction, doc.store, Y.createID(client, clock + end - 1));
  if (content) {
    const id = Y.createID(doc.clientID, Y.getState(doc.store, doc.clientID));
    const { lastId, right, parent, parentSub } = old;
    new Y.Item(id, old, lastId, right, right?.id ?? null, parent, parentSub, content).integrate(transaction, 0);
  }
  old.delete(transaction);
}

/** Combines the edits of an item into one edit of the whole item. */
function wholeEdit({ content, length }: Y.Item, edits: readonly ItemEdit[]): ItemEdit {
  const partBetween = (start: number, end = length) => sliceOf(content, start, end);
  let at = 0;
  const parts: ItemContent[] = [];
  for (const edit of edits) {
    parts.push(partBetween(at, edit.start), ...(edit.content ? [edit.content] : []));
    at = edit.end;
  }
  parts.push(partBetween(at));
  if (content instanceof Y.ContentString) {
    const text = parts.map((part) => (part as Y.ContentString).str).join("");
    return { start: 0, end: length, ...(text !== "" && { content: new Y.ContentString(text) }) };
  }
  const values = parts.flatMap((part) => part.getContent());
  return { start: 0, end: length, ...(values.length > 0 && { content: new Y.ContentAny(values) }) };
}

function sliceOf(content: ItemContent, start: number, end: number): ItemContent {
  if (content instanceof Y.ContentString) return new Y.ContentString(content.str.slice(start, end));
  return new Y.ContentAny(content.getContent().slice(start, end));
}
