import type { PresenceEntry } from "@atrium/client";
import { Time } from "../../../../components/time.tsx";
import { type DocumentList, documentIds } from "./document-list.ts";

/** The people who are in a document now. */
export const presence: DocumentList<PresenceEntry> = {
  id: "presence",
  fetchPage: (place, page, signal) => place.client.presence.get({ ...documentIds(place), ...page }, { signal }),
  keyOf: ({ userId }) => userId,
  columns: (data) => [
    { title: data.person, cell: ({ name, userId }) => name || userId },
    { title: data.status, cell: ({ status }) => status, width: "8rem" },
    { title: data.changed, cell: ({ lastUpdated }) => <Time at={lastUpdated} /> },
  ],
  remove: (place, { userId }) => place.client.presence.delete({ ...documentIds(place), userIds: [userId] }),
  edit: {
    path: "/v2/presence/update",
    list: "users",
    without: ["userId"],
    initial: (row) => ({ ...row }),
    async send(place, { userId }, changes) {
      await place.client.presence.update({ ...documentIds(place), users: [{ ...changes, userId }] });
    },
  },
};
