import * as z from "zod";
import { EmbeddedUser } from "#platform/embedded-user";
import { Id } from "#platform/fields";
import { FreeJson, FreeObject } from "#platform/free-json";
import { MAX_ITEMS } from "#platform/limits";
import { list } from "#platform/list";

/** What a record is about. */
export const FeatureType = z.enum(["comment", "reaction", "recorder", "crdt", "custom"]);

/** Name of an action such as `comment.add`. */
export const ActionType = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed(), "must be valid text.");

/** What was changed: field name → its value before and after, each as it is and left out where there was none. */
const Changes = z.record(z.string(), z.object({ from: FreeJson.optional(), to: FreeJson.optional() }));

/** What may be changed of a record later. */
const details = {
  changes: Changes.optional(),
  entityData: FreeJson.optional(),
  entityTargetData: FreeJson.optional(),
  /** Variables in double curly brackets; the message itself is made by whoever shows it. */
  displayMessageTemplate: z.string().max(10_000).optional(),
  displayMessageTemplateData: FreeObject.optional(),
  /** A URL or the name of an icon. */
  actionIcon: z.string().max(2000).optional(),
};

/** Activity record as it is added (docs/behaviour.md#activities). Further fields are the customer's own and come back. */
export const ActivityInput = z
  .object({
    id: Id.optional(),
    featureType: FeatureType,
    actionType: ActionType,
    actionUser: EmbeddedUser,
    targetEntityId: Id.optional(),
    targetSubEntityId: Id.optional(),
    ...details,
    isActivityResolverUsed: z.boolean().optional(),
  })
  .catchall(FreeJson)
  .refine(({ featureType, targetEntityId }) => featureType !== "custom" || targetEntityId !== undefined, {
    path: ["targetEntityId"],
    message: "is required when featureType is `custom`.",
  });
export type ActivityInput = z.output<typeof ActivityInput>;

/** Several records of one call. */
export const ActivityInputs = list(ActivityInput, { unique: "id", max: MAX_ITEMS });

/** Fields to change of a record: those that are given take the place of what is there. */
export const ActivityChange = z.object({ id: Id, ...details });
export type ActivityChange = z.output<typeof ActivityChange>;

/** Activity record as it is returned: what was given, and what the service knows. */
export const Activity = z.looseObject({
  id: z.string(),
  actionType: z.string(),
  /** Missing in imported records that name none. */
  featureType: z.string().optional(),
  targetEntityId: z.string().optional(),
  /** Milliseconds since 1970: when the record was first added. */
  timestamp: z.number(),
  metadata: z.object({ apiKey: z.string(), documentId: z.string(), organizationId: z.string() }),
});
export type Activity = z.infer<typeof Activity>;
