import * as Y from "yjs";
import { isTooDeep, itemsOf, keyOf, OTHER, textOf, textsOf, typeAround, valuesOf } from "#domain/crdt/document-parts";
import { openState } from "#domain/crdt/yjs-state";
import { ANYBODY } from "#platform/text/named-document";
import { addNamesIn, USER_IDS_FIELD } from "#platform/text/named-people";
import type { KeyCall } from "#src/call";
import type { HeavyWork } from "#src/heavy-work";
import type { NewCrdt } from "./editors.ts";

/** Maximum number of names that are kept for an editor. */
const MOST = 400;
/** Maximum length of a key that can be an id, in characters. */
const MAX_KEY = 1000;

/**
 * The names by which the Yjs document of an editor may refer to people, even where its content as JSON does not show
 * them. A large document is read in another thread.
 * @param update the whole document in base64.
 */
export async function findNames(heavyWork: HeavyWork, update: string): Promise<string[]> {
  return heavyWork.isHeavy(update.length)
    ? heavyWork.run<string[]>("namesInState", { update })
    : namesInState({ update });
}

/** Adds these names to content if the store finds documents by them. */
export async function withNames({ store, heavyWork }: KeyCall, next: NewCrdt): Promise<NewCrdt> {
  if (!store.findsNamed || next.named) return next;
  return { ...next, named: await findNames(heavyWork, next.update) };
}

/** A task of the worker threads. */
export function namesInState({ update }: { update: string }): string[] {
  const doc = openState({ base: update, log: "" });
  // Updates that wait for others may name anybody.
  if (doc.store.pendingStructs) return [ANYBODY];
  const names = new Set<string>();
  for (const name of doc.share.keys()) addNamesOfKey(name, names);
  for (const item of itemsOf(doc)) {
    if (item.parentSub !== null) addNamesOfKey(item.parentSub, names);
    if (!item.deleted && !addNamesOf(item, names)) return [ANYBODY];
    if (names.size > MOST) return [ANYBODY];
  }
  for (const type of textsOf(doc)) {
    const key = type._item?.parentSub ?? "";
    // The code that removes names reads text in both ways, too.
    for (const other of [OTHER, ""]) addNamesIn({ [key]: textOf(type, other).text }, names);
  }
  names.delete("");
  return names.size > MOST ? [ANYBODY] : [...names];
}

/** Adds the names in an item. @returns false if it cannot be searched completely. */
function addNamesOf(item: Y.Item, names: Set<string>): boolean {
  const { content } = item;
  if (content instanceof Y.ContentString) return item.parentSub === null;
  const key = keyOf(item) ?? "";
  if (content instanceof Y.ContentFormat) addNamesOfKey(key, names);
  const isMention = key === "id" && isMentionElement(item);
  for (const value of valuesOf(item)) {
    if (isTooDeep(value)) return false;
    if (typeof value === "string") {
      if (isMention || USER_IDS_FIELD.test(key)) names.add(value);
      addNamesIn({ [key]: value }, names);
    } else {
      addNamesIn(Object.fromEntries([[key, value]]), names);
      addMentions(content instanceof Y.ContentEmbed ? value : { [key]: value }, names);
    }
  }
  return true;
}

/** Keys and names of formats can be ids, and may contain addresses. */
function addNamesOfKey(key: string, names: Set<string>): void {
  if (key.length <= MAX_KEY && !/^\d+$/.test(key)) names.add(key);
  addNamesIn(key, names);
}

/** Adds the `id` of a mention as editors store it. */
function addMentions(json: unknown, names: Set<string>): void {
  const id = (json as { mention?: { id?: unknown } | null } | null)?.mention?.id;
  if (typeof id === "string") names.add(id);
}

function isMentionElement(item: Y.Item): boolean {
  const type = typeAround(item);
  return type instanceof Y.XmlElement && type.nodeName === "mention";
}
