import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { notEmpty } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { FreeObject, shallow } from "#platform/shapes/free-json";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { alsoNamed } from "#platform/shapes/other-names";

/** Number of a comment, unique in its thread. */
export const CommentId = z.int().min(0);

/** The end of the year 9999: later times have no four-digit year in ISO 8601. */
const LAST_MOMENT = 253_402_300_799_999;

/** A time in ms since 1970. */
export const Moment = z.int().min(0).max(LAST_MOMENT);

/** A time in ms or as an ISO 8601 text; replies use the text. */
const MomentOrText = z
  .union([Moment, z.iso.datetime({ offset: true })], "must be a time in ms since 1970 or an ISO 8601 text.")
  .transform((moment) => (typeof moment === "number" ? moment : Date.parse(moment)));

/** The program that writes on behalf of a person. Other fields are the customer's own and are returned. */
export const Agent = z
  .looseObject({
    agentId: Id.optional(),
    executionId: Id.optional(),
    agentType: z.string().optional(),
    agentSource: z.string().optional(),
    /** A page about the agent. */
    url: z.string().optional(),
  })
  .check(shallow);
export type Agent = z.infer<typeof Agent>;

/** A mentioned user: `{{userId}}` in the text stands for this user. @openapi */
export const TaggedUserContact = z.object({
  text: z.string().optional(),
  userId: Id,
  contact: EmbeddedUser,
});
export type TaggedUserContact = z.infer<typeof TaggedUserContact>;

/** A file attached to a comment. The service stores only this description, not the file. @openapi */
export const Attachment = z.object({
  attachmentId: z.int().min(0),
  name: z.string().optional(),
  bucketPath: z.string().optional(),
  /** Bytes. */
  size: z.number().min(0).optional(),
  type: z.string().optional(),
  /** Location of the file. */
  url: z.string().optional(),
  thumbnail: z.string().optional(),
  mimeType: z.string().optional(),
  metadata: FreeObject.optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** An emoji that someone put on a comment. Times are in ms and default to now. */
export const ReactionAnnotation = z.object({
  annotationId: Id.optional(),
  reactionId: Id.optional(),
  icon: z.string().min(1).check(maxCharacters(1000)),
  from: EmbeddedUser,
  createdAt: Moment.optional(),
  lastUpdated: Moment.optional(),
});
export type ReactionAnnotation = z.infer<typeof ReactionAnnotation>;

const content = {
  commentText: z.string(),
  commentHtml: z.string(),
  context: FreeObject,
  isCommentResolverUsed: z.boolean(),
  isCommentTextAvailable: z.boolean(),
  taggedUserContacts: z.array(TaggedUserContact).max(MAX_ITEMS),
  attachments: z.array(Attachment).max(MAX_ITEMS),
  reactionAnnotations: z.array(ReactionAnnotation).max(MAX_ITEMS),
  agent: Agent,
};
const optionalContent = z.object(content).partial().shape;

/** Instructions for the call: whether to notify people and whether to log activities. They are not stored. */
const instructions = { triggerNotification: z.boolean().optional(), triggerActivities: z.boolean().optional() };

/** A comment to add (docs/behaviour.md#comments). The service chooses a missing `commentId`; times default to now. */
export const CommentInput = z.object({
  commentId: CommentId.optional(),
  ...optionalContent,
  ...instructions,
  from: EmbeddedUser,
  createdAt: Moment.optional(),
  lastUpdated: MomentOrText.optional(),
});
export type CommentInput = z.output<typeof CommentInput>;

/** The comments of one thread. The field may also be sent as `comments`, its name in replies. */
export const CommentInputs = alsoNamed(z.array(CommentInput).min(1).max(MAX_ITEMS), "comments");

/** The comments of one thread as v1 accepts them, without the fields that v2 added. May also be sent as `comments`. */
export const EarlierCommentInputs = alsoNamed(
  z
    .array(CommentInput.omit({ context: true, agent: true, triggerNotification: true, triggerActivities: true }))
    .min(1)
    .max(MAX_ITEMS),
  "comments",
);

const commentChanges = z.object({
  commentText: content.commentText.nullish(),
  commentHtml: content.commentHtml.nullish(),
  context: content.context.nullish(),
  isCommentResolverUsed: content.isCommentResolverUsed.nullish(),
  isCommentTextAvailable: content.isCommentTextAvailable.nullish(),
  taggedUserContacts: content.taggedUserContacts.nullish(),
  attachments: content.attachments.nullish(),
  reactionAnnotations: content.reactionAnnotations.nullish(),
  agent: content.agent.nullish(),
  ...instructions,
  from: EmbeddedUser.optional(),
});

/**
 * A change of a comment: omitted fields are kept, `null` removes a field. The author can be replaced but not removed.
 */
export const CommentChange = commentChanges.check(notEmpty(commentChanges.shape));
export type CommentChange = z.output<typeof CommentChange>;

/** A comment as returned. `createdAt` is in ms, `lastUpdated` ISO 8601. */
export const Comment = z.object({
  commentId: CommentId,
  ...optionalContent,
  from: EmbeddedUser,
  createdAt: z.number(),
  lastUpdated: z.string(),
  /** Number of reactions. */
  reactionCount: z.number(),
});
export type Comment = z.input<typeof Comment>;
