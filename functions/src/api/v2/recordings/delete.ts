import * as z from "zod";
import { readPlaceForChange, requirePlace } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import { documentPath } from "#domain/organizations/store/organizations";
import { recordingPath } from "#domain/recordings/store/recordings";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/recordings/delete",
  auth: "apiKey",
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  emits: ["recording.delete"],
  summary: "Delete recordings of a document.",
  input: z.object({ organizationId: Id, documentId: Id, recordingIds: ManyIds }),
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2 },
  example: { organizationId: "acme", documentId: "homepage", recordingIds: ["rec-headline"] },
  async handle(call, { recordingIds, ...place }) {
    const document = documentPath(call, place.organizationId, place.documentId);
    const data = await transactItems(call, recordingIds, async (tx, batch, { emit }) => {
      const [placeDocs, docs] = await Promise.all([
        readPlaceForChange(tx, call, place),
        tx.getMany(batch.map((id) => recordingPath(document, id))),
      ]);
      requirePlace(place, placeDocs);
      const existing = new Set(docs.map((doc) => doc?.id));
      return itemResults(batch, String, (id) => {
        if (!existing.has(id)) throw notFound("recording");
        tx.delete(recordingPath(document, id));
        emit({ ...place, type: "recording.delete", data: { recordingId: id } });
        return { id, message: "Recording deleted." };
      });
    });
    return { message: "Recording(s) deleted successfully.", data };
  },
});
