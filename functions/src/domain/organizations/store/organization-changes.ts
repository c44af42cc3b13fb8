import type { Emit } from "#domain/events/store/change";
import { type Organization, type OrganizationChange, OrganizationFields } from "#domain/organizations/organization";
import { mergeCustomFields, packCustomFields, unpackCustomFields } from "#platform/shapes/custom-fields";
import type { KeyCall } from "#src/call";
import { itemNotFound } from "#src/errors";
import { changesOf } from "#store/patches";
import { type Doc, type Patch, REMOVE, type StoreReader, type Transaction } from "#store/port";
import { newOrganization, organizationPath, type StoredOrganization, unlessDeleting } from "./organizations.ts";

/** Names that custom fields can't have. */
const ownFields = Object.keys(OrganizationFields.shape);

/** Reads organizations by id in one round trip, including those that are being deleted: see `unlessDeleting`. */
export async function readOrganizations(
  reader: StoreReader,
  call: KeyCall,
  organizationIds: readonly string[],
): Promise<Map<string, Doc<StoredOrganization> | undefined>> {
  const docs = await reader.getMany<StoredOrganization>(organizationIds.map((id) => organizationPath(call, id)));
  return new Map(organizationIds.map((id, i) => [id, docs[i]]));
}

/** The organization of one item. @throws ApiError NOT_FOUND, with a message for the item's result. */
export function requireItem(doc: Doc<StoredOrganization> | undefined): Doc<StoredOrganization> {
  const organization = unlessDeleting(doc);
  if (!organization) throw itemNotFound("organization");
  return organization;
}

/** Stored form of a new organization. @throws ApiError INVALID_ARGUMENT for too many or too large custom fields. */
export function toStoredOrganization(call: KeyCall, fields: OrganizationFields): StoredOrganization {
  const { organizationName } = fields;
  return newOrganization(call, { organizationName, open: packCustomFields(fields, ownFields) });
}

/**
 * The patch of a change: omitted fields are kept, `null` removes a field.
 * @throws ApiError INVALID_ARGUMENT when the custom fields become too many or too large.
 */
export function toOrganizationPatch(
  call: KeyCall,
  organization: StoredOrganization,
  fields: OrganizationChange,
): Patch {
  const organizationName = fields.organizationName === null ? REMOVE : fields.organizationName;
  const open = mergeCustomFields(organization.open, packCustomFields(fields, ownFields)) ?? REMOVE;
  return { organizationName, open, lastUpdated: call.now() };
}

/** Changes an organization and emits the events for what actually changed. */
export function updateOrganization(
  tx: Transaction,
  emit: Emit,
  { id, path, data: organization }: Doc<StoredOrganization>,
  patch: Patch,
): void {
  tx.update(path, patch);
  const { disabled, ...changes } = changesOf(organization, patch);
  const { organizationName = organization.organizationName } = changes;
  const data = { organizationName: organizationName === REMOVE ? undefined : organizationName };
  if (disabled !== undefined)
    emit({ type: disabled ? "organization.disable" : "organization.enable", organizationId: id, data });
  if (Object.keys(changes).length > 0) emit({ type: "organization.update", organizationId: id, data });
}

/** An organization as returned. Its name defaults to its id. */
export function toOrganization({ id, data }: Doc<StoredOrganization>): Organization {
  const { organizationName = id, disabled, open } = data;
  return { ...unpackCustomFields(open), id, organizationName, disabled };
}
