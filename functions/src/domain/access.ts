import type { AccessRole, AccessType } from "#model/fields";
import type { PermissionResource, ResourceType } from "#model/permission";

/** A role that a user was given on a level. `expiresAt` in seconds since 1970; missing: for good. */
export interface Holding {
  /** Missing: editor. */
  accessRole?: AccessRole | undefined;
  expiresAt?: number | undefined;
}

/** An organization, folder or document, and what the user holds on it. */
export interface Level {
  id: string;
  grant?: Holding | undefined;
  membership?: Holding | undefined;
}

/** May this user open this organization, folder or document? All that the answer depends on, as plain data. */
export interface AccessQuestion {
  organization: Level & { disabled: boolean };
  /** From the folder that is asked about, or that holds the document, up to the top. `accessType`: its own. */
  folders: readonly (Level & { accessType?: AccessType | undefined })[];
  /** Missing: asked about the first folder or, without folders, about the organization. `accessType`: its own. */
  document?: (Level & { disabled: boolean; accessType?: AccessType | undefined }) | undefined;
  /** The access type of what has none, and none above it has one. */
  defaultAccessType: AccessType;
  /** From the user's token. */
  isAdmin: boolean;
  /** From the user's token. */
  tokenResources: readonly PermissionResource[];
  /** Milliseconds since 1970. */
  now: number;
}

/** The words for the rule that decided. */
export type AccessRule =
  | "organization is disabled"
  | "document is disabled"
  | "administrator"
  | `${ResourceType} ${"token resource" | "grant" | "membership"}`
  | AccessType
  | "nothing held";

/** The answer. `accessType`: of the folder or document, its own or inherited; an organization has none. */
export type AccessDecision = { rule: AccessRule; accessType?: AccessType } & (
  | { allowed: true; role: AccessRole; expiresAt?: number }
  | { allowed: false }
);

/**
 * Decides what a user may do (sections 2.3, 2.4 and 3; decisions.md, "Access"). `viewer` reads, `editor` reads and writes.
 * The first rule that applies decides, even where a later one would give more:
 *
 * | # | when | then |
 * |---|---|---|
 * | 1 | the organization is disabled | denied |
 * | 2 | the document is disabled | denied |
 * | 3 | the token makes the user an administrator | editor |
 * | 4 | the user holds a role on the document | that role |
 * | 5 | the user holds a role on a folder above it, the nearest first | that role |
 * | 6 | the user holds a role on the organization, and the access type is not `restricted` | that role |
 * | 7 | the access type is `public` | viewer |
 * | 8 | else: `organizationPrivate` to who is not of the organization, `restricted` to who holds nothing below it | denied |
 *
 * On one level a resource of the token comes before a grant, and a grant before membership. What has expired is not held;
 * a role ends when its second begins. Of a folder, rules 2 and 4 do not apply; of an organization, neither do 5 and 7.
 */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { organization, document, isAdmin } = question;
  const accessType = accessTypeOf(question);
  const typed = accessType && { accessType };
  if (organization.disabled) return { allowed: false, rule: "organization is disabled", ...typed };
  if (document?.disabled) return { allowed: false, rule: "document is disabled", ...typed };
  if (isAdmin) return { allowed: true, role: "editor", rule: "administrator", ...typed };
  for (const [type, level] of levelsOf(question)) {
    if (type === "organization" && accessType === "restricted") continue;
    const held = holdingOn(question, type, level);
    if (!held) continue;
    const { accessRole: role = "editor", expiresAt, by } = held;
    return { allowed: true, role, rule: `${type} ${by}`, ...(expiresAt !== undefined && { expiresAt }), ...typed };
  }
  if (accessType === undefined) return { allowed: false, rule: "nothing held" };
  if (accessType === "public") return { allowed: true, role: "viewer", rule: "public", accessType };
  return { allowed: false, rule: accessType, accessType };
}

/** Its own, else that of the nearest folder that has one, else the default; undefined for an organization. */
function accessTypeOf({ document, folders, defaultAccessType }: AccessQuestion): AccessType | undefined {
  if (!document && folders.length === 0) return undefined;
  return document?.accessType ?? folders.find(({ accessType }) => accessType)?.accessType ?? defaultAccessType;
}

/** The most specific first. */
function levelsOf({ document, folders, organization }: AccessQuestion): [ResourceType, Level][] {
  return [
    ...(document ? [["document", document] as [ResourceType, Level]] : []),
    ...folders.map((folder): [ResourceType, Level] => ["folder", folder]),
    ["organization", organization],
  ];
}

function holdingOn(
  { organization, tokenResources, now }: AccessQuestion,
  type: ResourceType,
  { id, grant, membership }: Level,
): (Holding & { by: "token resource" | "grant" | "membership" }) | undefined {
  const isCurrent = ({ expiresAt }: Holding) => expiresAt === undefined || now < expiresAt * 1000;
  const fromToken = tokenResources.find(
    (resource) =>
      resource.type === type &&
      resource.id === id &&
      (type === "organization" || resource.organizationId === organization.id) &&
      isCurrent(resource),
  );
  if (fromToken) return { ...fromToken, by: "token resource" };
  if (grant && isCurrent(grant)) return { ...grant, by: "grant" };
  if (membership && isCurrent(membership)) return { ...membership, by: "membership" };
  return undefined;
}
