import * as z from "zod";
import { Base64, ContentKey, CrdtType, crdtFields, MAX_SYNC_BODY_BYTES } from "#domain/crdt/crdt";
import { syncCrdt } from "#domain/crdt/store/sync";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/crdt/sync",
  auth: "apiKey",
  user: { action: "write", isRead: ({ update }) => update === undefined, on: documentOf },
  kind: "write",
  audit: false,
  emits: ["crdt.add", "crdt.update_data"],
  summary: "Exchange Yjs updates with an editor: send changes, and get those that are missing.",
  input: z.object({
    ...crdtFields,
    /** State vector of the client (`Y.encodeStateVector`). If omitted, the reply holds the whole document. */
    stateVector: Base64.optional(),
    /** Changes of the client (`Y.encodeStateAsUpdate`). If omitted, the call only reads, which viewers may do. */
    update: Base64.optional(),
    /** Type of an editor that does not exist yet; defaults to `text`. */
    type: CrdtType.optional(),
    /** Content key of an editor that does not exist yet; defaults to `content`. */
    contentKey: ContentKey.optional(),
  }),
  output: z.object({
    /** The changes that the client lacks, as a Yjs update. */
    update: z.base64(),
    /** State vector of the service. */
    stateVector: z.base64(),
  }),
  cost: {
    reads: 2,
    writes: 1,
    trips: 2,
    byUser: { reads: 7, writes: 1, trips: 3 },
    note: "For an existing editor it writes a log entry and, in another round trip, reads the entries that this process may not know.",
  },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    editorId: "notes",
    stateVector: "AA==",
    update: "AQECAAQBB2NvbnRlbnQDSGkgAA==",
  },
  maxBytes: MAX_SYNC_BODY_BYTES,
  instance: { memory: "1GiB", concurrency: 10 },
  async handle(call, { organizationId, documentId, editorId, ...input }) {
    const data = await syncCrdt(call, { organizationId, documentId, editorId }, input);
    return { message: "CRDT data synchronized successfully.", data };
  },
});
