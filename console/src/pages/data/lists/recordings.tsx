import type { Recording } from "@atrium/client";
import { type DocumentList, named } from "./document-list.ts";

/** The recordings of a document. */
export const recordings: DocumentList<Recording> = {
  id: "recordings",
  fetchPage: (place, page, signal) => place.client.recordings.get({ ...named(place), ...page }, { signal }),
  keyOf: ({ annotationId }) => annotationId,
  columns: (data) => [
    { title: data.id, cell: ({ annotationId }) => <code>{annotationId}</code> },
    { title: data.kind, cell: ({ recordingType }) => recordingType },
    { title: data.version, cell: ({ latestVersion }) => latestVersion, width: "7rem" },
  ],
  remove: (place, { annotationId }) =>
    place.client.recordings.delete({ ...named(place), recordingIds: [annotationId] }),
};
