import { randomInt } from "node:crypto";
import { type CrdtContent, packContent, refuseOtherKind, workFor } from "#domain/crdt/content";
import { writeCrdt } from "#domain/crdt/writing";
import { writeContent } from "#domain/crdt/yjs-document";
import { type FoldedState, toBase64 } from "#domain/crdt/yjs-state";
import { LargeJson } from "#platform/text/large-json";
import { lengthOf } from "#platform/text/length-of";
import type { KeyCall, WriteCall } from "#src/call";
import { alreadyExists } from "#src/errors";
import { crdtNotFound, type EditorPlace, type NewCrdt } from "./editors.ts";
import type { LoadedCrdt } from "./loading.ts";
import { type Decision, put, putLoaded, type ReplacedCrdt } from "./replacement.ts";

/** Creates the content of an editor that has none. @throws ApiError ALREADY_EXISTS, NOT_FOUND, INVALID_ARGUMENT, ABORTED */
export function addCrdt(call: WriteCall, place: EditorPlace, content: CrdtContent): Promise<void> {
  return put(call, place, {
    event: "crdt.add",
    check(storedCrdt) {
      if (storedCrdt) throw alreadyExists("crdtData");
    },
    async next() {
      const { type, contentKey, data } = content;
      const next = await composeCrdt(call, { type, contentKey, client: randomInt(2 ** 32) }, data);
      return { ...next, lastUpdatedBy: call.user?.userId };
    },
  });
}

/**
 * The stored form of content for an editor that has none.
 * @param client the Yjs client id of the service: a different one for each document, so that Yjs never confuses two documents.
 * @throws ApiError INVALID_ARGUMENT
 */
export function newCrdt(content: CrdtContent, client = randomInt(2 ** 32)): NewCrdt {
  const { type, contentKey, data } = content;
  const text = packContent(data);
  return { type, contentKey, client, content: text, update: toBase64(writeContent({ client }, content)) };
}

/**
 * Replaces an editor's content with operations on its Yjs document.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT, ABORTED
 */
export function updateCrdt(
  call: WriteCall,
  place: EditorPlace,
  input: Pick<CrdtContent, "type" | "data"> & { contentKey?: string | undefined },
): Promise<void> {
  return put(call, place, {
    event: "crdt.update_data",
    check(storedCrdt) {
      if (!storedCrdt) throw crdtNotFound();
      refuseOtherKind(storedCrdt, input);
    },
    next: async (replacedCrdt) => ({
      ...(await changedCrdt(call, replacedCrdt, input.data)),
      lastUpdatedBy: call.user?.userId,
    }),
  });
}

/**
 * Replaces the content and the Yjs document of a loaded editor, without an event and without a last writer.
 * @throws ApiError ABORTED if the content has changed since, NOT_FOUND if its document is gone.
 */
export function rewriteCrdt(
  call: WriteCall,
  place: EditorPlace,
  loadedCrdt: LoadedCrdt,
  state: FoldedState,
): Promise<void> {
  const { type, contentKey, client } = loadedCrdt.editor.data;
  return putLoaded(call, place, { check() {}, next: () => ({ type, contentKey, client, ...state }) }, loadedCrdt);
}

/**
 * Replaces whatever content an editor has with exported content.
 * @throws ApiError NOT_FOUND if its document does not exist, INVALID_ARGUMENT, ABORTED
 */
export function restoreCrdt(call: WriteCall, place: EditorPlace, next: Decision["next"]): Promise<void> {
  return put(call, place, { check() {}, next });
}

async function changedCrdt(call: KeyCall, replacedCrdt: ReplacedCrdt | undefined, data: unknown): Promise<NewCrdt> {
  if (!replacedCrdt) throw crdtNotFound();
  const { type, contentKey, client } = replacedCrdt.data;
  return composeCrdt(call, { type, contentKey, client }, data, replacedCrdt.update);
}

/** Content with its Yjs document, derived from the previous one; in a worker thread if that takes long. */
async function composeCrdt(
  { heavyWork }: KeyCall,
  editor: Pick<NewCrdt, "type" | "contentKey" | "client">,
  data: unknown,
  before?: readonly string[],
): Promise<NewCrdt> {
  const content = data instanceof LargeJson ? data.text : packContent(data);
  const isHeavy = heavyWork.isHeavy(workFor(editor.type, content) + (before ? lengthOf(before) : 0));
  const update = isHeavy
    ? await heavyWork.run<string>("writeCrdt", { ...editor, text: content, ...(before && { before }) })
    : writeCrdt({ ...editor, text: content, before: before?.join("") });
  return { ...editor, content, update };
}
