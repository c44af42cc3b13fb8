import * as z from "zod";
import { ContentKey, contentFields, crdtFields, fitsItsType, MAX_CRDT_BODY_BYTES } from "#domain/crdt/crdt";
import { updateCrdt } from "#domain/crdt/store/changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/crdt/update",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  emits: ["crdt.update_data"],
  summary: "Replace the content of an editor with operations that connected clients can apply.",
  input: z
    .object({
      ...crdtFields,
      ...contentFields,
      // Defaults to the key that the content was added with.
      contentKey: ContentKey.optional(),
    })
    .check(fitsItsType),
  output: z.undefined(),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", editorId: "title", type: "text", data: "Welcome back" },
  maxBytes: MAX_CRDT_BODY_BYTES,
  largeField: "data",
  instance: { memory: "1GiB", concurrency: 10 },
  async handle(call, { data, type, contentKey, ...editor }) {
    await updateCrdt(call, editor, { type, contentKey, data });
    return { message: "CRDT data updated successfully." };
  },
});
