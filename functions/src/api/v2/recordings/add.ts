import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { readPlaceForChange, requirePlace } from "#domain/documents/store/places";
import { toPerson } from "#domain/events/event";
import { transactItems } from "#domain/events/store/items";
import { documentPath } from "#domain/organizations/store/organizations";
import { type RecordingInput, RecordingInputs } from "#domain/recordings/recording";
import { recordingPath, type StoredRecording, toStoredRecording } from "#domain/recordings/store/recordings";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/recordings/add",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["recorder.done", "recording.add"],
  summary:
    "Add recordings to a document. A recording whose id already exists is replaced, and its version increases if its content has changed.",
  input: z.object({ organizationId: Id, documentId: Id, recordings: RecordingInputs }),
  output: ItemResults,
  cost: { reads: 1, writes: 1, trips: 2 },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    recordings: [
      {
        recordingType: "screen",
        from: { userId: "ada", name: "Ada Lovelace" },
        displayName: "A walk through the new headline",
        recordedTime: { duration: 83, display: "00:01:23" },
        attachments: [{ attachmentId: 1, url: "https://example.com/walk.webm", mimeType: "video/webm", size: 482_133 }],
      },
    ],
  },
  async handle(call, { recordings, ...place }) {
    const document = documentPath(call, place.organizationId, place.documentId);
    const items = recordings.map((recording, i) => {
      const id = recording.annotationId ?? call.newId("rec");
      return { id, path: recordingPath(document, id), recording, at: `data.recordings[${i}]` };
    });
    const idOf = ({ id }: { id: string }) => id;
    const data = await transactItems(call, items, async (tx, batch, { emit }) => {
      const namedPaths = batch.filter(({ recording }) => recording.annotationId !== undefined).map(({ path }) => path);
      const [placeDocs, existing] = await Promise.all([
        readPlaceForChange(tx, call, place),
        tx.getMany<StoredRecording>(namedPaths),
      ]);
      requirePlace(place, placeDocs);
      const byPath = new Map(existing.flatMap((doc) => (doc ? [[doc.path, doc.data]] : [])));
      return itemResults(batch, idOf, ({ id, path, recording, at }) => {
        const before = byPath.get(path);
        const after = toStoredRecording(id, recording, { before, at });
        tx.set(path, after);
        if (!isDeepStrictEqual(before, after)) {
          emit({ ...place, type: "recording.add", data: addedData(id, recording) });
          emit({ ...place, type: "recorder.done", data: doneData(id, recording, after.latestVersion) });
        }
        return { id, message: "Recording added." };
      });
    });
    return { message: "Recording(s) added successfully.", data };
  },
});

function addedData(recordingId: string, { recordingType, from }: RecordingInput) {
  return { recordingId, recordingType, ...(from && { actionUser: toPerson(from) }) };
}

/** Recordings arrive complete, so adding one also emits the event that it is done. */
function doneData(recorderId: string, { from, attachments, transcription }: RecordingInput, version: number) {
  return {
    recorderId,
    ...(from && { actionUser: toPerson(from), from: toPerson(from) }),
    assets: attachments,
    assetsAllVersions: attachments.map((asset) => ({ ...asset, version })),
    ...(transcription !== undefined && { transcription }),
  };
}
