import type { Activity } from "@atrium/client";
import { Time } from "../../../../components/time.tsx";
import { type DocumentList, documentIds } from "./document-list.ts";

/** The activities of a document. */
export const activities: DocumentList<Activity> = {
  id: "activities",
  fetchPage: (place, page, signal) => place.client.activities.get({ ...documentIds(place), ...page }, { signal }),
  keyOf: ({ id }) => id,
  columns: (data) => [
    { title: data.action, cell: ({ actionType }) => actionType },
    { title: data.about, cell: ({ targetEntityId }) => targetEntityId },
    { title: data.time, cell: ({ timestamp }) => <Time at={timestamp} />, width: "14rem" },
  ],
  remove: (place, { id }) => place.client.activities.delete({ ...documentIds(place), activityIds: [id] }),
  edit: {
    path: "/v2/activities/update",
    list: "activities",
    without: ["id"],
    initial: (row) => ({ ...row }),
    find: async (place, { id }) =>
      (await place.client.activities.get({ ...documentIds(place), activityIds: [id] })).data[0],
    send: ({ client, organizationId }, { id }, changes) =>
      client.activities.update({ organizationId, activities: [{ ...changes, id }] }),
  },
};
