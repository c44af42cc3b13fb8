import fc from "fast-check";
import type { AccessAction, AccessUser, ProviderAnswer } from "#domain/access/decide-access";
import type { PermissionResource, ResourceType } from "#domain/access/permission";
import type { AccessRole, AccessType } from "#platform/shapes/fields";

/** Organizations with everything that decides access, as flat lists whose items refer to each other by id. */
export interface AccessWorld {
  defaultAccessType: AccessType;
  /** `deleting`: its deletion has begun, and it is missing for everybody. */
  organizations: { id: string; disabled: boolean; deleting: boolean }[];
  /** Without `parentId` a folder is at the top; without `accessType` it inherits one. */
  folders: {
    id: string;
    organizationId: string;
    parentId?: string | undefined;
    accessType?: AccessType | undefined;
    deleting: boolean;
  }[];
  documents: {
    id: string;
    organizationId: string;
    folderId?: string | undefined;
    accessType?: AccessType | undefined;
    disabled: boolean;
    deleting: boolean;
  }[];
  /** At most one grant and one membership per user and resource. */
  roles: WorldRole[];
  /** Members of a user group, which must not matter. */
  groups: { organizationId: string; id: string; userIds: string[] }[];
}

/** An organization, folder or document; an organization's `organizationId` is its own. */
export interface WorldResource {
  type: ResourceType;
  id: string;
  organizationId: string;
}

/** A role of a user. `expiresAt` in seconds; only a grant has one. */
interface WorldRole {
  userId: string;
  by: "grant" | "membership";
  on: WorldResource;
  accessRole: AccessRole | undefined;
  expiresAt: number | undefined;
}

/** A question about a world. `now` in ms. */
export interface WorldQuestion {
  user: AccessUser;
  action: AccessAction;
  resource: WorldResource;
  provider?: ProviderAnswer | undefined;
  now: number;
}

/** The time around which the questions are asked, in seconds: 2026-01-05T09:00:00Z. */
const NOW = Date.UTC(2026, 0, 5, 9) / 1000;

// A few shared ids, so that a folder, a document and an organization may have the same one.
const idOf = (n: number) => `x${n}`;
const anyId = fc.nat(4).map(idOf);
const anyOrganizationId = fc.nat(1).map(idOf);
const anyUser = fc.constantFrom("ada", "lin", "x0");
const anyRole = fc.constantFrom<AccessRole | undefined>("viewer", "editor", undefined);
const anyAccessType = fc.constantFrom<AccessType>("public", "organizationPrivate", "restricted");
const ownAccessType = fc.option(anyAccessType, { nil: undefined, freq: 2 });
const anyEnd = fc.option(
  fc.integer({ min: -1, max: 2 }).map((seconds) => NOW + seconds),
  { nil: undefined },
);
const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 7);
const veryRarely = fc.integer({ min: 0, max: 20 }).map((n) => n === 20);

const anyResource: fc.Arbitrary<WorldResource> = fc
  .tuple(fc.constantFrom<ResourceType>("document", "document", "folder", "organization"), anyId, anyOrganizationId)
  .map(([type, id, organizationId]) => ({ type, id: type === "organization" ? organizationId : id, organizationId }));

const anyFolders = fc.array(fc.tuple(fc.nat(), ownAccessType, veryRarely), { maxLength: 5 }).map((folders) =>
  folders.map(([pick, accessType, deleting], i) => ({
    id: idOf(i),
    accessType,
    deleting,
    parentId: pick % (i + 1) === i ? undefined : idOf(pick % (i + 1)),
  })),
);

/** One organization's folders and documents. Folders may nest five levels deep. */
const anyOrganization = fc.record({
  disabled: rarely,
  deleting: veryRarely,
  folders: anyFolders,
  documents: fc.array(fc.tuple(fc.nat(5), ownAccessType, rarely, veryRarely), { maxLength: 5 }),
});

const anyWorldRole: fc.Arbitrary<WorldRole> = fc
  .record({
    userId: anyUser,
    by: fc.constantFrom("grant", "membership"),
    on: anyResource,
    accessRole: anyRole,
    end: anyEnd,
  })
  .map(({ end, ...role }) => ({ ...role, expiresAt: role.by === "grant" ? end : undefined }));

/** Any world of up to two organizations. */
export const anyAccessWorld: fc.Arbitrary<AccessWorld> = fc
  .record({
    defaultAccessType: anyAccessType,
    parts: fc.array(anyOrganization, { minLength: 1, maxLength: 2 }),
    roles: fc.uniqueArray(anyWorldRole, {
      maxLength: 30,
      selector: ({ userId, by, on }) => JSON.stringify([userId, by, on]),
    }),
    groups: fc.array(fc.record({ organizationId: anyOrganizationId, userIds: fc.uniqueArray(anyUser) }), {
      maxLength: 3,
    }),
  })
  .map(({ defaultAccessType, parts, roles, groups }) => ({
    defaultAccessType,
    organizations: parts.map(({ disabled, deleting }, o) => ({ id: idOf(o), disabled, deleting })),
    folders: parts.flatMap(({ folders }, o) => folders.map((folder) => ({ ...folder, organizationId: idOf(o) }))),
    documents: parts.flatMap(({ documents, folders }, o) =>
      documents.map(([pick, accessType, disabled, deleting], i) => ({
        id: idOf(i),
        organizationId: idOf(o),
        accessType,
        disabled,
        deleting,
        folderId: folders[pick]?.id,
      })),
    ),
    roles,
    groups: groups.map((group, i) => ({ ...group, id: idOf(i) })),
  }));

const tokenResource: fc.Arbitrary<PermissionResource> = fc
  .record({ on: anyResource, accessRole: fc.constantFrom<AccessRole>("viewer", "editor"), expiresAt: anyEnd })
  .map(({ on, ...role }) => ({ ...on, ...role }));

const anyProvider: fc.Arbitrary<ProviderAnswer | undefined> = fc.option(
  fc.record({
    answer: fc.option(fc.record({ hasAccess: fc.boolean(), accessRole: anyRole, expiresAt: anyEnd }), {
      nil: undefined,
    }),
  }),
  { nil: undefined },
);

/** Any question about existing or missing resources, around the seconds in which roles end. */
export const anyWorldQuestion: fc.Arbitrary<WorldQuestion> = fc.record({
  user: fc.record({ userId: anyUser, isAdmin: rarely, resources: fc.array(tokenResource, { maxLength: 3 }) }),
  action: fc.constantFrom<AccessAction>("read", "write"),
  resource: anyResource,
  provider: fc.tuple(rarely, anyProvider).map(([isAsked, provider]) => (isAsked ? provider : undefined)),
  now: fc.constantFrom(-1000, -1, 0, 1, 999, 1000, 2000).map((ms) => NOW * 1000 + ms),
});
