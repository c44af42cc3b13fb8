import * as z from "zod";
import { contractCheck, maxCharacters } from "#platform/shapes/contract-check";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { atLeastOne, hasItems, hasValue, requiredUnless } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { FreeJson, FreeObject, shallow } from "#platform/shapes/free-json";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";
import { Comment, CommentInputs, Moment } from "./comment.ts";

/** Id of a thread; a colon would clash with compound ids. */
export const AnnotationId = Id.check(
  contractCheck({ pattern: "^[^:]*$" }, (id: string) => !id.includes(":"), "must not contain a colon."),
);

const status = {
  id: Id,
  name: z.string().min(1).check(maxCharacters(1000)),
  /** `terminal`: the thread is resolved. */
  type: z.enum(["default", "ongoing", "terminal"]),
  svg: z.string().optional(),
  iconUrl: z.string().optional(),
};
const color = z.string().min(1).check(maxCharacters(100));

/** Status of a thread. */
export const ThreadStatus = z.object({ ...status, color: color.optional(), lightColor: color.optional() });
export type ThreadStatus = z.infer<typeof ThreadStatus>;

/** Status of a new thread, which must include its colours. @openapi */
export const NewThreadStatus = z.object({ ...status, color, lightColor: color });

/** How urgent a thread is. */
export const ThreadPriority = z.object({
  id: Id,
  name: z.string().min(1).check(maxCharacters(1000)),
  color: color.optional(),
  lightColor: color.optional(),
});
export type ThreadPriority = z.infer<typeof ThreadPriority>;

/** Id of a location: a string or a number. 0 is a valid id. */
export const LocationId = z.union([Id, z.number()], "must be a string or a number.");
export type LocationId = z.infer<typeof LocationId>;

/**
 * The location of a thread in the document. Without `id` its name identifies it. Other fields are the customer's own.
 */
export const ThreadLocation = z
  .looseObject({ id: LocationId.optional(), locationName: z.string().min(1).check(maxCharacters(1000)).optional() })
  .check(atLeastOne(["id", "locationName"], { at: "id", message: "is required when there is no locationName." }))
  .check(shallow);
export type ThreadLocation = z.infer<typeof ThreadLocation>;

/** The element of the page that a thread is about. */
export const TargetElement = z.object({
  elementId: z.string().optional(),
  targetText: z.string().optional(),
  occurrence: z.number().optional(),
  selectAllContent: z.boolean().optional(),
});

/** Who may see a thread. */
export const ThreadVisibility = z
  .object({
    type: z.enum(["public", "organizationPrivate", "restricted"]),
    /** The organization whose members see the thread; required with `organizationPrivate`. */
    organizationId: Id.optional(),
    /** Users who see the thread; required with `restricted`. */
    userIds: z.array(Id).max(MAX_ITEMS).optional(),
  })
  .check(
    requiredUnless(
      "organizationId",
      ["type", "public", "restricted"],
      "is required when the type is organizationPrivate.",
    ),
    contractCheck(
      {
        anyOf: [hasValue("type", "public", "organizationPrivate"), hasItems("userIds")],
      },
      ({ type, userIds = [] }: { type: string; userIds?: string[] | undefined }) =>
        type !== "restricted" || userIds.length > 0,
      { path: ["userIds"], message: "is required and must not be empty when the type is restricted." },
    ),
  );
export type ThreadVisibility = z.infer<typeof ThreadVisibility>;

/** A change that the author proposes. Other fields are the customer's own. */
export const Suggestion = z
  .looseObject({
    targetId: z.string().optional(),
    targetType: z.string().optional(),
    oldValue: FreeJson.optional(),
    newValue: FreeJson.optional(),
    summary: z.string().optional(),
    driftDetected: z.boolean().optional(),
    /** A new suggestion is `pending`, whatever is sent; an update sets the status. */
    status: z.string().min(1).check(maxCharacters(64)).optional(),
  })
  .check(shallow);
export type Suggestion = z.infer<typeof Suggestion>;

/** An item of a thread's custom list. Other fields are the customer's own. */
const CustomListItem = z
  .looseObject({ id: Id, label: z.string().check(maxCharacters(1000)).optional() })
  .check(shallow);

/** A list on a thread that the customer defines, such as labels or teams. */
export const CustomList = z.array(CustomListItem).max(100);

/** What a moderator has decided about a thread. */
export const Moderation = z.enum(["accepted", "rejected", "approved"]);
export type Moderation = z.infer<typeof Moderation>;

const placement = {
  location: ThreadLocation.optional(),
  targetElement: TargetElement.optional(),
  pageInfo: FreeObject.optional(),
  isPageAnnotation: z.boolean().optional(),
  positionX: z.number().optional(),
  positionY: z.number().optional(),
  screenWidth: z.number().optional(),
  screenHeight: z.number().optional(),
  screenScrollTop: z.number().optional(),
  screenScrollHeight: z.number().optional(),
};

const details = {
  ...placement,
  assignedTo: EmbeddedUser.optional(),
  /** Free JSON, stored and returned. `context.access` hides the thread from nobody; `visibility` does. */
  context: FreeObject.optional(),
  /** The service overwrites `apiKey`, `organizationId` and `documentId` here when it returns the thread. */
  metadata: FreeObject.optional(),
  priority: ThreadPriority.optional(),
  suggestion: Suggestion.optional(),
};

/** A thread to add. Times are in ms and default to now; `from` defaults to the author of the first comment. */
export const CommentAnnotationInput = z.object({
  annotationId: AnnotationId.optional(),
  ...details,
  commentData: CommentInputs,
  from: EmbeddedUser.optional(),
  status: NewThreadStatus.optional(),
  type: z.enum(["comment", "suggestion"]).optional(),
  /** `suggestion` is the older form of `type: "suggestion"`. */
  commentType: z.enum(["manual", "chart", "suggestion"]).optional(),
  customList: CustomList.optional(),
  visibility: ThreadVisibility.optional(),
  createdAt: Moment.optional(),
  lastUpdated: Moment.optional(),
});
export type CommentAnnotationInput = z.output<typeof CommentAnnotationInput>;

/** The threads of one call. */
export const CommentAnnotationInputs = list(CommentAnnotationInput, { unique: "annotationId", max: MAX_ITEMS });

/** A thread as returned. Times are in ms. */
export const CommentAnnotation = z.object({
  annotationId: z.string(),
  documentId: z.string(),
  ...details,
  from: EmbeddedUser,
  status: ThreadStatus,
  statusUpdatedByUserId: z.string().optional(),
  resolvedByUserId: z.string().optional(),
  resolvedByUser: EmbeddedUser.optional(),
  type: z.enum(["comment", "suggestion"]),
  commentType: z.enum(["manual", "chart", "suggestion"]),
  sourceType: z.enum(["rest-api", "agent"]),
  visibility: ThreadVisibility,
  /** The same as `visibility`, with a list of organizations. */
  visibilityConfig: z.object({
    type: z.string(),
    organizationId: z.string().optional(),
    organizationIds: z.array(z.string()).optional(),
    userIds: z.array(z.string()),
  }),
  viewedByUserIds: z.array(z.string()),
  customList: CustomList.optional(),
  moderation: Moderation.optional(),
  /** Users who subscribe to the thread; omitted if there are none. */
  subscribedUserIds: z.array(z.string()).optional(),
  createdAt: z.number(),
  lastUpdated: z.number(),
  comments: z.array(Comment),
});
export type CommentAnnotation = z.input<typeof CommentAnnotation>;
