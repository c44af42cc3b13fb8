import * as z from "zod";
import { EmbeddedUser } from "#platform/embedded-user";
import { Id, Name } from "#platform/fields";
import { FreeJson } from "#platform/free-json";
import { MAX_ITEMS } from "#platform/limits";
import { list } from "#platform/list";

/** A file of a recording: where it is, and what the customer says of it. */
const Attachment = z
  .object({
    attachmentId: z.number(),
    url: z.url().max(4000).optional(),
    mimeType: z.string().max(200).optional(),
    name: z.string().max(1000).optional(),
    type: z.string().max(200).optional(),
    size: z.number().min(0).optional(),
  })
  .catchall(FreeJson);

/** How long a recording is: `duration` in seconds, `display` as people read it. */
const RecordedTime = z.object({
  duration: z.number().min(0),
  display: z.string().regex(/^\d{2,}:[0-5]\d:[0-5]\d$/, "must have the form HH:MM:SS."),
});

/** Recording as it is added (docs/behaviour.md#recordings). Further fields are the customer's own and come back. */
export const RecordingInput = z
  .object({
    annotationId: Id.refine((id) => !id.includes(":"), "must not have a colon.").optional(),
    type: z.literal("recorder").optional(),
    recordingType: z.enum(["audio", "video", "screen"]),
    mode: z.enum(["floating", "thread"]).default("floating"),
    from: EmbeddedUser.optional(),
    recordedTime: RecordedTime.optional(),
    displayName: Name.optional(),
    attachments: z.array(Attachment).max(100).default([]),
    /** When missing: 1, and one more each time that the recording is replaced by another content. */
    latestVersion: z.int().min(1).optional(),
  })
  .catchall(FreeJson);
export type RecordingInput = z.output<typeof RecordingInput>;

/** Several recordings of one call. */
export const RecordingInputs = list(RecordingInput, { unique: "annotationId", max: MAX_ITEMS });

/** Recording as it is returned: what was given, and what the service knows. */
export const Recording = z.looseObject({
  annotationId: z.string(),
  type: z.literal("recorder"),
  recordingType: z.string(),
  mode: z.string(),
  latestVersion: z.number(),
  metadata: z.object({ apiKey: z.string(), documentId: z.string(), organizationId: z.string() }),
});
export type Recording = z.infer<typeof Recording>;
