import type { KeyCall } from "#src/context";
import { documentPath } from "#store/organizations";
import type { Write } from "#store/port";
import { recordingPath, toStoredRecording } from "#store/recordings";

/** Recordings that examples name. `mark` stands in every free text. */
export function recordings(call: KeyCall, mark: string): Write[] {
  const recording = (id: string, documentId: string, userId: string): Write => {
    const fields = {
      recordingType: "screen" as const,
      mode: "floating" as const,
      from: { userId, name: `Name of ${userId}${mark}` },
      displayName: `Recording ${id}${mark}`,
      recordedTime: { duration: 83, display: "00:01:23" },
      attachments: [{ attachmentId: 1, url: `https://example.com/${id}${mark}.webm`, mimeType: "video/webm" }],
    };
    const data = toStoredRecording(id, fields, { before: undefined, at: "example" });
    return { op: "create", path: recordingPath(documentPath(call, "acme", documentId), id), data };
  };
  return [
    recording("rec-headline", "homepage", "ada"),
    recording("rec-footer", "homepage", "lin"),
    recording("rec-milestone", "roadmap", "grace"),
  ];
}
