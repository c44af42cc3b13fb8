import * as z from "zod";
import { contractCheck } from "#platform/shapes/contract-check";
import { Id } from "#platform/shapes/fields";
import { FreeJson } from "#platform/shapes/free-json";
import { type JsonKind, kindOf } from "#platform/text/large-json";

/** Maximum size in bytes of a request body that contains content. */
export const MAX_CRDT_BODY_BYTES = 10 * 1024 * 1024;

/** Maximum size in bytes of a request body that contains Yjs updates: 10 MiB in base64, and the other fields. */
export const MAX_SYNC_BODY_BYTES = 14.5 * 1024 * 1024;

/** Bytes in base64. */
export const Base64 = z.base64();

/** The shared Yjs types that content can have (docs/behaviour.md#crdt). `xmltext` is the text type of editors whose root is XML. */
export const CrdtType = z.enum(["text", "map", "array", "xml", "xmltext"]);
export type CrdtType = z.infer<typeof CrdtType>;

/** Name of the shared type within the Yjs document. */
export const ContentKey = Id;

/** The editor that holds the content. */
export const crdtFields = { organizationId: Id, documentId: Id, editorId: Id };

/** Further fields of every write; `fitsItsType` compares `data` with `type`. */
export const contentFields = { data: FreeJson, type: CrdtType };

const kinds: { [type in CrdtType]: { noun: string; kind: JsonKind } } = {
  text: { noun: "a string", kind: "string" },
  xml: { noun: "a string", kind: "string" },
  xmltext: { noun: "a string", kind: "string" },
  array: { noun: "an array", kind: "array" },
  map: { noun: "an object", kind: "object" },
};

const kindOfType = Object.entries(kinds).map(([type, { kind }]) => ({
  properties: {
    type: { const: type },
    data: {
      type: kind,
      ...(kind === "array" && { items: {} }),
      ...(type === "xml" && { contentMediaType: "application/xml" }),
    },
  },
}));

/** Checks that the data of a write is of the JSON kind that its type requires. */
export const fitsItsType = contractCheck({ anyOf: kindOfType }, hasKindOfType, {
  path: ["data"],
  message: ({ type }) => `does not fit its type. Data must be ${kinds[type].noun} for type ${type}.`,
});

function hasKindOfType({ data, type }: { data: unknown; type: CrdtType }): boolean {
  return kindOf(data) === kinds[type].kind;
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
