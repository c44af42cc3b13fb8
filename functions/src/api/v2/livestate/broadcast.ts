import * as z from "zod";
import { readBelowDocument } from "#domain/documents/store/places";
import { transactChange } from "#domain/events/store/change";
import { documentPath } from "#domain/organizations/store/organizations";
import { liveStatePath, toStoredLiveState } from "#domain/presence/store/live-state";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";
import { FreeObject } from "#platform/shapes/free-json";
import { mergeJsonInto } from "#platform/text/merge-json";

export default endpoint({
  path: "/v2/livestate/broadcast",
  alsoAt: "/v1/livestate/broadcast",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  emits: ["livestate.broadcast"],
  summary:
    "Set live state of a document. With `merge`, objects are merged at any depth and `null` removes a key; otherwise the data replaces the stored data.",
  bareBody: ["organizationId", "documentId", "liveStateDataId"],
  input: z.object({
    organizationId: Id,
    documentId: Id,
    liveStateDataId: Id,
    data: FreeObject,
    merge: z.boolean().default(false),
  }),
  output: z.object({ success: z.boolean() }),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    liveStateDataId: "cursor",
    data: { slide: 3, selection: null },
    merge: true,
  },
  async handle(call, { liveStateDataId, data, merge, ...place }) {
    const path = liveStatePath(documentPath(call, place.organizationId, place.documentId), liveStateDataId);
    await transactChange(call, async (tx, { emit }) => {
      const [before] = await readBelowDocument(tx, call, place, merge ? [path] : []);
      const state = merge ? mergeJsonInto(before ? JSON.parse(before.data.data) : {}, data) : data;
      tx.set(path, toStoredLiveState(call, state));
      emit({ ...place, type: "livestate.broadcast", data: { liveStateDataId, data, merge } });
    });
    return { message: "Event broadcasted successfully.", data: { success: true } };
  },
});
