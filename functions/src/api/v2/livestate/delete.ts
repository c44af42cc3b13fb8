import * as z from "zod";
import { readBelowDocument } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import { documentPath } from "#domain/organizations/store/organizations";
import { liveStatePath } from "#domain/presence/store/live-state";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/livestate/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  summary: "Delete live state of a document. Streams of the document report it as removed.",
  input: z.object({ organizationId: Id, documentId: Id, liveStateDataIds: ManyIds }),
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", liveStateDataIds: ["cursor"] },
  async handle(call, { liveStateDataIds, ...place }) {
    const document = documentPath(call, place.organizationId, place.documentId);
    const data = await transactItems(call, liveStateDataIds, async (tx, batch) => {
      const states = await readBelowDocument(
        tx,
        call,
        place,
        batch.map((id) => liveStatePath(document, id)),
      );
      const existing = new Set(states.map((state) => state?.id));
      return itemResults(batch, String, (id) => {
        if (!existing.has(id)) throw notFound("liveState");
        tx.delete(liveStatePath(document, id));
        return { id, message: "Live state deleted." };
      });
    });
    return { message: "Live state deleted successfully.", data };
  },
});
