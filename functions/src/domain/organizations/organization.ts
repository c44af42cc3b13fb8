import * as z from "zod";
import { resourceWithCustomFields } from "#platform/shapes/custom-fields";
import { Id, Name } from "#platform/shapes/fields";
import { ignoredField } from "#platform/shapes/ignored-field";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** An organization to add or to change (docs/behaviour.md#organizations), an open resource. */
export const OrganizationFields = resourceWithCustomFields({
  organizationId: Id,
  organizationName: Name.optional(),
  id: ignoredField("Ignored: `organizationId` is the id."),
  disabled: ignoredField("Ignored: a separate endpoint disables organizations."),
});
export type OrganizationFields = z.infer<typeof OrganizationFields>;

/** An organization to change: omitted fields are kept, `null` removes a field. */
export const OrganizationChange = OrganizationFields.extend({
  organizationName: OrganizationFields.shape.organizationName.nullable(),
});
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/** The organizations that a call changes. */
export const OrganizationChanges = list(OrganizationChange, { unique: "organizationId", max: MAX_ITEMS });

/** The organizations of one call. */
export const OrganizationsFields = list(OrganizationFields, { unique: "organizationId", max: MAX_ITEMS });

/** An organization as returned, with the service's fields and the customer's own. */
export const Organization = z.looseObject({
  id: z.string(),
  /** Defaults to the id. */
  organizationName: z.string(),
  disabled: z.boolean(),
});
export type Organization = z.infer<typeof Organization>;

/** Replaces a requested organization that does not exist. */
export const MissingOrganization = z.object({
  id: z.string(),
  success: z.literal(false),
  message: z.string(),
  code: z.literal("not-found"),
});
export type MissingOrganization = z.infer<typeof MissingOrganization>;
