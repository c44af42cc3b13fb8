import * as z from "zod";
import { contractCheck, maxCharacters } from "#platform/shapes/contract-check";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { requiredUnless } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { FreeJson, FreeObject } from "#platform/shapes/free-json";
import { ignored } from "#platform/shapes/ignored-field";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** The feature that an activity record is about. */
export const FeatureType = z.enum(["comment", "reaction", "recorder", "crdt", "custom"]);

/** Name of an action such as `comment.add`. */
export const ActionType = z
  .string()
  .min(1)
  .check(
    maxCharacters(200),
    contractCheck({ pattern: "^[^\\ud800-\\udfff]*$" }, (text: string) => text.isWellFormed(), "must be valid text."),
  );

/** Changed fields by name, with the values before and after; a side without a value is omitted. */
const Changes = z.record(z.string(), z.object({ from: FreeJson.optional(), to: FreeJson.optional() }));

/** Fields of a record that may change later. */
const details = {
  changes: Changes.optional(),
  entityData: FreeJson.optional(),
  entityTargetData: FreeJson.optional(),
  /** A text with variables in double curly brackets; the client fills them in. */
  displayMessageTemplate: z.string().check(maxCharacters(10_000)).optional(),
  displayMessageTemplateData: FreeObject.optional(),
  /** A URL or the name of an icon. */
  actionIcon: z.string().check(maxCharacters(2000)).optional(),
};

/** An activity record to add (docs/behaviour.md#activities). Other fields are the customer's own and are returned. */
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
    timestamp: ignored(FreeJson, "Ignored: the server sets it."),
    metadata: ignored(FreeJson, "Ignored: the server sets it."),
  })
  .catchall(FreeJson)
  .check(
    requiredUnless(
      "targetEntityId",
      ["featureType", "comment", "reaction", "recorder", "crdt"],
      "is required when featureType is `custom`.",
    ),
  );
export type ActivityInput = z.output<typeof ActivityInput>;

/** The records of one call. */
export const ActivityInputs = list(ActivityInput, { unique: "id", max: MAX_ITEMS });

/** Changes to a record: fields replace the stored ones. `null` removes a field, but is a value in a customer's JSON. */
export const ActivityChange = z.object({
  id: Id,
  changes: details.changes.nullable(),
  entityData: details.entityData,
  entityTargetData: details.entityTargetData,
  displayMessageTemplate: details.displayMessageTemplate.nullable(),
  displayMessageTemplateData: details.displayMessageTemplateData.nullable(),
  actionIcon: details.actionIcon.nullable(),
});
export type ActivityChange = z.output<typeof ActivityChange>;

/** An activity record as returned: the caller's fields and the service's. */
export const Activity = z.looseObject({
  id: z.string(),
  actionType: z.string(),
  /** Missing only in imported records. */
  featureType: z.string().optional(),
  targetEntityId: z.string().optional(),
  /** When the record was first added, in ms since 1970. */
  timestamp: z.number(),
  metadata: z.object({ apiKey: z.string(), documentId: z.string(), organizationId: z.string() }),
});
export type Activity = z.infer<typeof Activity>;
