import type { Recording, RecordingInput } from "@atrium/client";
import { type DocumentList, documentIds } from "./document-list.ts";

/** The recordings of a document. */
export const recordings: DocumentList<Recording> = {
  id: "recordings",
  fetchPage: (place, page, signal) => place.client.recordings.get({ ...documentIds(place), ...page }, { signal }),
  keyOf: ({ annotationId }) => annotationId,
  columns: (data) => [
    { title: data.id, cell: ({ annotationId }) => <code>{annotationId}</code> },
    { title: data.recordingName, cell: ({ displayName }) => (typeof displayName === "string" ? displayName : "–") },
    { title: data.kind, cell: ({ recordingType }) => recordingType, width: "7rem" },
    { title: data.version, cell: ({ latestVersion }) => latestVersion, width: "7rem" },
  ],
  remove: (place, { annotationId }) =>
    place.client.recordings.delete({ ...documentIds(place), recordingIds: [annotationId] }),
  edit: {
    path: "/v2/recordings/add",
    list: "recordings",
    without: ["annotationId", "type", "latestVersion"],
    initial: (row) => ({ ...row }),
    // An update replaces the whole recording and creates its next version.
    find: async (place, { annotationId }) =>
      (await place.client.recordings.get({ ...documentIds(place), recordingIds: [annotationId] })).data[0],
    send: (place, { metadata: _ofPlace, latestVersion: _before, ...row }, changes) =>
      place.client.recordings.add({ ...documentIds(place), recordings: [{ ...row, ...changes } as RecordingInput] }),
  },
};
