import * as z from "zod";
import { type DecideDeletion, deleteAllEditors, deleteEditors } from "#domain/crdt/store/deletion";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { type ItemResult, ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/crdt/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  summary: "Delete the content of editors, or of all editors of a document.",
  input: z.object({ organizationId: Id, documentId: Id, editorIds: ManyIds.optional() }),
  output: ItemResults,
  cost: {
    reads: 2,
    writes: 2,
    trips: 2,
    byUser: { reads: 7, writes: 2, trips: 3 },
  },
  example: { organizationId: "acme", documentId: "homepage", editorIds: ["title"] },
  async handle(call, { editorIds, ...place }) {
    const data = editorIds
      ? await deleteEditors(call, place, editorIds, decide)
      : await deleteAllEditors(call, place, decide);
    return { message: "CRDT data deleted successfully.", data };
  },
});

const decide: DecideDeletion<ItemResult<{ id: string }>> = (batch, remove) =>
  itemResults(
    batch,
    (id) => id,
    (id) => {
      remove(id);
      return { id, message: "CRDT data deleted." };
    },
  );
