import * as z from "zod";
import { invalidFields } from "#platform/error";
import { contractCheck } from "#platform/shapes/contract-check";
import { requiredUnless } from "#platform/shapes/field-rules";
import { AccessRole, AccessType, Id } from "#platform/shapes/fields";

/** The kind of resource that a permission is for. */
export const ResourceType = z.enum(["organization", "folder", "document"]);
export type ResourceType = z.infer<typeof ResourceType>;

/** The smallest `expiresAt` that counts as milliseconds: 1973 in milliseconds, but the year 5138 in seconds. */
export const EARLIEST_EXPIRY_MS = 100_000_000_000;

/** When a permission ends, in seconds since 1970. Fractions are floored: it ends slightly early rather than late. */
export const Expiry = z
  .number()
  .min(1)
  .check(
    contractCheck(
      { exclusiveMaximum: EARLIEST_EXPIRY_MS },
      (seconds: number) => seconds < EARLIEST_EXPIRY_MS,
      "must be in seconds since 1970, not in milliseconds.",
    ),
  )
  .overwrite(Math.floor);

const reference = { type: ResourceType, id: Id, organizationId: Id.optional() };

const needsOrganization = requiredUnless(
  "organizationId",
  ["type", "organization"],
  "is required when type is `document` or `folder`.",
);

/** Identifies an organization, folder or document. */
export const ResourceReference = z.object(reference).check(needsOrganization);
export type ResourceReference = z.infer<typeof ResourceReference>;

/**
 * A resource and the role that a user gets on it (docs/behaviour.md#permissions). `expiresAt` is in seconds since 1970.
 */
export const PermissionResource = z
  .object({ ...reference, accessRole: AccessRole.default("editor"), expiresAt: Expiry.optional() })
  .check(needsOrganization);
export type PermissionResource = z.infer<typeof PermissionResource>;

/** Whether a role has ended; it ends when the second `expiresAt` begins. @param now ms since 1970. */
export function hasEnded({ expiresAt }: { expiresAt?: number | undefined }, now: number): boolean {
  return expiresAt !== undefined && expiresAt * 1000 <= now;
}

/**
 * @param now ms since 1970.
 * @throws ApiError INVALID_ARGUMENT when a permission has already expired.
 */
export function refuseExpired(resources: readonly PermissionResource[], now: number): void {
  const issues = resources.flatMap((resource, i) =>
    hasEnded(resource, now)
      ? [
          {
            path: `data.permissions.resources[${i}].expiresAt`,
            message: "must be in the future, in seconds since 1970.",
          },
        ]
      : [],
  );
  const [first, ...others] = issues;
  if (first) throw invalidFields([first, ...others]);
}

/** The fields that identify a resource. */
export const resourceNameFields = ["type", "id", "organizationId"];

/** A text that identifies a resource, for lists in which every resource is unique. */
export function resourceName({ type, id, organizationId }: ResourceReference): string {
  return type === "organization" ? `organization ${id}` : `${type} ${id} of ${organizationId}`;
}

/** The user's role on one resource, or why there is none. `expiresAt` is in seconds since 1970. */
export const AccessEntry = z.union([
  z.object({ accessRole: AccessRole, accessType: AccessType.optional(), expiresAt: z.number().optional() }),
  z.object({
    error: z.string(),
    errorCode: z.enum(["permission_denied", "does_not_exist"]),
    accessType: AccessType.optional(),
  }),
]);
export type AccessEntry = z.infer<typeof AccessEntry>;

const Entries = z.record(z.string(), AccessEntry);

/** The access of one user to several resources, by id. Resource types that the request does not name are omitted. */
export const UserAccess = z.object({
  organization: Entries.optional(),
  folders: Entries.optional(),
  documents: Entries.optional(),
});
export type UserAccess = z.infer<typeof UserAccess>;
