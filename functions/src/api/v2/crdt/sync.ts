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
    /** What the client has (`Y.encodeStateVector`). Left out: nothing, so that the reply holds everything. */
    stateVector: Base64.optional(),
    /** Changes of the client (`Y.encodeStateAsUpdate`). Left out: it only reads, which viewers may. */
    update: Base64.optional(),
    /** For an editor that does not exist yet; the default is then `text`. */
    type: CrdtType.optional(),
    /** For an editor that does not exist yet; the default is then `content`. */
    contentKey: ContentKey.optional(),
  }),
  output: z.object({
    /** What the client lacks, as a Yjs update. */
    update: z.base64(),
    /** What the service has. */
    stateVector: z.base64(),
  }),
  cost: {
    reads: 2,
    writes: 1,
    trips: 2,
    byUser: { reads: 7, writes: 1, trips: 3 },
    note: "With an editor that exists it writes an entry of its log, and reads those that this process may not know, in a further trip.",
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
