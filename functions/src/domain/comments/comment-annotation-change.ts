import * as z from "zod";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { atLeastOne, notEmpty } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { FreeObject } from "#platform/shapes/free-json";
import { MAX_ITEMS } from "#platform/shapes/limits";
import {
  CustomList,
  Moderation,
  Suggestion,
  TargetElement,
  ThreadLocation,
  ThreadPriority,
  ThreadStatus,
} from "./comment-annotation.ts";

/** Maximum number of users that one call subscribes to a thread: an event names all of them. */
const MAX_SUBSCRIBERS = 100;

const changes = z.object({
  location: ThreadLocation.nullish(),
  targetElement: TargetElement.nullish(),
  from: EmbeddedUser.optional(),
  status: ThreadStatus.optional(),
  statusUpdatedByUserId: Id.nullish(),
  resolvedByUserId: Id.nullish(),
  assignedTo: EmbeddedUser.nullish(),
  context: FreeObject.nullish(),
  metadata: FreeObject.nullish(),
  priority: ThreadPriority.nullish(),
  /** Replaces the whole suggestion. */
  suggestion: Suggestion.nullish(),
  /** Users who have read the whole thread in its current state. */
  viewedByUserIds: z.array(Id).max(MAX_ITEMS).optional(),
  /** Replaces the whole list. */
  customList: CustomList.nullish(),
  moderation: Moderation.nullish(),
  subscribeUserIds: z.array(Id).max(MAX_SUBSCRIBERS).optional(),
  unsubscribeUserIds: z.array(Id).max(MAX_SUBSCRIBERS).optional(),
  /** Notify the people whom the change concerns. Default: only with a user token. Not stored. */
  triggerNotification: z.boolean().optional(),
});

/** A change of threads: omitted fields are kept, `null` removes a field. */
export const CommentAnnotationChange = changes.check(notEmpty(changes.shape));
export type CommentAnnotationChange = z.output<typeof CommentAnnotationChange>;

/** Changes as v1 accepts them. */
export const EarlierCommentAnnotationChange = changes.omit({
  statusUpdatedByUserId: true,
  resolvedByUserId: true,
  suggestion: true,
  viewedByUserIds: true,
  moderation: true,
  subscribeUserIds: true,
  unsubscribeUserIds: true,
  triggerNotification: true,
});

/** A schema that accepts an object of changes, or a list that contains one such object. */
export function oneOrListOfOne<T extends z.ZodType>(change: T) {
  return z
    .union([change, z.array(change).length(1)], { error: "must be an object of changes, or a list of one." })
    .transform((changes) => (Array.isArray(changes) ? (changes[0] as z.output<T>) : (changes as z.output<T>)));
}

/** Users to replace wherever threads mention them. */
export const UserReplacements = z
  .array(z.object({ oldUser: z.object({ userId: Id }), newUser: EmbeddedUser }))
  .max(MAX_ITEMS);

/** An update of threads must change their fields, or replace users in them. */
export const changesOrUsers = atLeastOne(["updatedData", "updateUsers"], {
  at: "updatedData",
  message: "is required unless there are updateUsers.",
});
