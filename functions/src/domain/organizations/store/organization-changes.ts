import type { Emit } from "#domain/events/store/change";
import type { Organization, OrganizationFields } from "#domain/organizations/organization";
import { mergeCustomFields, packCustomFields, unpackCustomFields } from "#platform/custom-fields";
import type { KeyCall } from "#src/call";
import { itemNotFound } from "#src/errors";
import { changesOf } from "#store/patches";
import { type Doc, type Patch, REMOVE, type StoreReader, type Transaction } from "#store/port";
import { newOrganization, organizationPath, present, type StoredOrganization } from "./organizations.ts";

/** Names that a customer's own fields can't have: `disabled` is set by its own endpoint, `id` is the organization's. */
const ownFields = ["organizationId", "organizationName", "id", "disabled"];

/** Organizations by id, read in one round trip. What is being deleted is among them: see `present`. */
export async function readOrganizations(
  reader: StoreReader,
  call: KeyCall,
  organizationIds: readonly string[],
): Promise<Map<string, Doc<StoredOrganization> | undefined>> {
  const found = await reader.getMany<StoredOrganization>(organizationIds.map((id) => organizationPath(call, id)));
  return new Map(organizationIds.map((id, i) => [id, found[i]]));
}

/** The organization that one item is about. @throws ApiError NOT_FOUND with the message of an item */
export function requireItem(found: Doc<StoredOrganization> | undefined): Doc<StoredOrganization> {
  const organization = present(found);
  if (!organization) throw itemNotFound("organization");
  return organization;
}

/** A new organization with what a customer gives. @throws ApiError INVALID_ARGUMENT for its own fields (limits) */
export function toStoredOrganization(call: KeyCall, given: OrganizationFields): StoredOrganization {
  const { organizationName } = given;
  return newOrganization(call, { organizationName, open: packCustomFields(given, ownFields) });
}

/**
 * What a change lays over a stored organization: fields that are not given stay, `null` takes a field of the customer's away.
 * @throws ApiError INVALID_ARGUMENT when the customer's own fields together become too many or too large.
 */
export function toOrganizationPatch(call: KeyCall, stored: StoredOrganization, given: OrganizationFields): Patch {
  const { organizationName } = given;
  const open = mergeCustomFields(stored.open, packCustomFields(given, ownFields)) ?? REMOVE;
  return { organizationName, open, lastUpdated: call.now() };
}

/** Changes an organization and tells what really changed. */
export function updateOrganization(
  tx: Transaction,
  emit: Emit,
  { id, path, data: stored }: Doc<StoredOrganization>,
  patch: Patch,
): void {
  tx.update(path, patch);
  const { disabled, ...changes } = changesOf(stored, patch);
  const data = { organizationName: changes.organizationName ?? stored.organizationName };
  if (disabled !== undefined)
    emit({ type: disabled ? "organization.disable" : "organization.enable", organizationId: id, data });
  if (Object.keys(changes).length > 0) emit({ type: "organization.update", organizationId: id, data });
}

/** What is returned of an organization. Without a name it is called by its id. */
export function toOrganization({ id, data }: Doc<StoredOrganization>): Organization {
  const { organizationName = id, disabled, open } = data;
  return { ...unpackCustomFields(open), id, organizationName, disabled };
}
