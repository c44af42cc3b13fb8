import * as z from "zod";
import { ContentKey, contentFields, crdtFields, fitsItsType, MAX_CRDT_BODY_BYTES } from "#domain/crdt/crdt";
import { addCrdt } from "#domain/crdt/store/changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/crdt/add",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  emits: ["crdt.add"],
  summary: "Set the initial content of an editor, as a Yjs document that clients can join.",
  input: z.object({ ...crdtFields, ...contentFields, contentKey: ContentKey.default("content") }).check(fitsItsType),
  output: z.undefined(),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", editorId: "subtitle", type: "text", data: "For everyone" },
  maxBytes: MAX_CRDT_BODY_BYTES,
  largeField: "data",
  instance: { memory: "1GiB", concurrency: 10 },
  async handle(call, { data, type, contentKey, ...editor }) {
    await addCrdt(call, editor, { type, contentKey, data });
    return { message: "CRDT data added successfully." };
  },
});
