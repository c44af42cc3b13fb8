import * as z from "zod";
import { Id } from "#platform/fields";
import { FreeJson } from "#platform/free-json";
import { type JsonKind, kindOf } from "#platform/large-json";

/** Largest body of the endpoints that take content, in bytes. */
export const MAX_CRDT_BODY_BYTES = 10 * 1024 * 1024;

/** The shared Yjs types that content can have (docs/behaviour.md#crdt). `xmltext` is the text type of editors whose root is XML. */
export const CrdtType = z.enum(["text", "map", "array", "xml", "xmltext"]);
export type CrdtType = z.infer<typeof CrdtType>;

/** Name of the shared type within the Yjs document. */
export const ContentKey = Id;

/** The editor that holds the content. */
export const crdtFields = { organizationId: Id, documentId: Id, editorId: Id };

/** Further fields of every write; `checkContent` compares `data` with `type`. */
export const contentFields = { data: FreeJson, type: CrdtType };

const kinds: { [type in CrdtType]: { noun: string; kind: JsonKind } } = {
  text: { noun: "a string", kind: "string" },
  xml: { noun: "a string", kind: "string" },
  xmltext: { noun: "a string", kind: "string" },
  array: { noun: "an array", kind: "array" },
  map: { noun: "an object", kind: "object" },
};

/** Refinement of a write's input: the content must fit its type. */
export function checkContent({ data, type }: { data: unknown; type: CrdtType }, context: z.RefinementCtx): void {
  const { noun, kind } = kinds[type];
  if (kindOf(data) === kind) return;
  const message = `does not fit its type. Data must be ${noun} for type ${type}.`;
  context.addIssue({ code: "custom", path: ["data"], message });
}

/** Content of one editor as returned. */
export const CrdtData = z.object({
  /** The content as the caller sent it. */
  data: z.unknown(),
  /** The editor's id. */
  id: Id,
  type: CrdtType,
  contentKey: ContentKey,
  lastUpdate: z.iso.datetime(),
  /** User id of the last writer; null after a write with an API key that names no user. */
  lastUpdatedBy: z.string().nullable(),
  sessionId: z.null(),
  /** The whole state as a Yjs update in base64; only on request. */
  update: z.base64().optional(),
});
export type CrdtData = z.infer<typeof CrdtData>;
