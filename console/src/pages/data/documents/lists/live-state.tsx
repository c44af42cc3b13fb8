import type { LiveState, LivestateBroadcastInput } from "@atrium/client";
import { Time } from "../../../../components/time.tsx";
import { beginning, type DocumentList, documentIds } from "./document-list.ts";

/** The live state of a document. */
export const liveState: DocumentList<LiveState> = {
  id: "liveState",
  fetchPage: (place, page, signal) => place.client.livestate.get({ ...documentIds(place), ...page }, { signal }),
  keyOf: ({ liveStateDataId }) => liveStateDataId,
  columns: (data) => [
    { title: data.id, cell: ({ liveStateDataId }) => <code>{liveStateDataId}</code> },
    { title: data.content, cell: ({ data: value }) => beginning(value), width: "minmax(10rem, 2fr)" },
    { title: data.changed, cell: ({ lastUpdated }) => <Time at={lastUpdated} />, width: "14rem" },
  ],
  remove: (place, { liveStateDataId }) =>
    place.client.livestate.delete({ ...documentIds(place), liveStateDataIds: [liveStateDataId] }),
  edit: {
    path: "/v2/livestate/broadcast",
    without: ["organizationId", "documentId", "liveStateDataId", "merge"],
    initial: ({ data }) => ({ data }),
    async send(place, { liveStateDataId }, { data }) {
      const broadcast = { ...documentIds(place), liveStateDataId, data } as LivestateBroadcastInput;
      await place.client.livestate.broadcast(broadcast);
    },
  },
};
