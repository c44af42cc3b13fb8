import * as z from "zod";
import { contractCheck, maxCharacters } from "#platform/shapes/contract-check";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { Id, Name } from "#platform/shapes/fields";
import { FreeJson } from "#platform/shapes/free-json";
import { ignored } from "#platform/shapes/ignored-field";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";
import { AnyUrl } from "#platform/shapes/url";

/** A file of a recording: its URL and the customer's description. */
const Attachment = z
  .object({
    attachmentId: z.number(),
    url: AnyUrl.optional(),
    mimeType: z.string().check(maxCharacters(200)).optional(),
    name: z.string().check(maxCharacters(1000)).optional(),
    type: z.string().check(maxCharacters(200)).optional(),
    size: z.number().min(0).optional(),
  })
  .catchall(FreeJson);

/** Length of a recording: `duration` in seconds, `display` for people. */
const RecordedTime = z.object({
  duration: z.number().min(0),
  display: z.string().regex(/^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$/, "must have the form HH:MM:SS."),
});

/** A recording to add (docs/behaviour.md#recordings). Further fields are the customer's own and are returned. */
export const RecordingInput = z
  .object({
    annotationId: Id.check(
      contractCheck({ pattern: "^[^:]*$" }, (id: string) => !id.includes(":"), "must not have a colon."),
    ).optional(),
    type: z.literal("recorder").optional(),
    recordingType: z.enum(["audio", "video", "screen"]),
    mode: z.enum(["floating", "thread"]).default("floating"),
    from: EmbeddedUser.optional(),
    recordedTime: RecordedTime.optional(),
    displayName: Name.optional(),
    attachments: z.array(Attachment).max(100).default([]),
    /** Default: 1, increased by 1 whenever other content replaces the recording. */
    latestVersion: z.int().min(1).optional(),
    metadata: ignored(FreeJson, "Ignored: the server sets it."),
  })
  .catchall(FreeJson);
export type RecordingInput = z.output<typeof RecordingInput>;

/** Several recordings of one call. */
export const RecordingInputs = list(RecordingInput, { unique: "annotationId", max: MAX_ITEMS });

/** A recording as returned: the caller's fields and those of the service. */
export const Recording = z.looseObject({
  annotationId: z.string(),
  type: z.literal("recorder"),
  recordingType: z.string(),
  mode: z.string(),
  latestVersion: z.number(),
  metadata: z.object({ apiKey: z.string(), documentId: z.string(), organizationId: z.string() }),
});
export type Recording = z.infer<typeof Recording>;
