import type { CrdtData, CrdtUpdateInput } from "@atrium/client";
import { Time } from "../../../../components/time.tsx";
import { beginning, type DocumentList, documentIds } from "./document-list.ts";

/** The content of the editors of a document. */
export const editors: DocumentList<CrdtData> = {
  id: "editors",
  fetchPage: (place, page, signal) => place.client.crdt.get({ ...documentIds(place), ...page }, { signal }),
  keyOf: ({ id }) => id,
  columns: (data) => [
    { title: data.id, cell: ({ id }) => <code>{id}</code> },
    { title: data.kind, cell: ({ type }) => type, width: "6rem" },
    { title: data.size, cell: ({ data: value }) => JSON.stringify(value ?? null).length, width: "11rem" },
    { title: data.content, cell: ({ data: value }) => beginning(value), width: "minmax(10rem, 2fr)" },
    { title: data.changed, cell: ({ lastUpdate }) => <Time at={Date.parse(lastUpdate)} />, width: "14rem" },
  ],
  remove: (place, { id }) => place.client.crdt.delete({ ...documentIds(place), editorIds: [id] }),
  edit: {
    path: "/v2/crdt/update",
    without: ["organizationId", "documentId", "editorId", "type", "contentKey"],
    initial: ({ data }) => ({ data }),
    find: async (place, { id }) => (await place.client.crdt.get({ ...documentIds(place), editorId: id })).data[0],
    async send(place, { id, type }, { data }) {
      await place.client.crdt.update({ ...documentIds(place), editorId: id, type, data } as CrdtUpdateInput);
    },
  },
};
