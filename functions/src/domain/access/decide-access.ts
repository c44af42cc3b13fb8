import type { AccessRole, AccessType } from "#platform/shapes/fields";
import { hasEnded, type PermissionResource, type ResourceType } from "./permission.ts";

/** What a user wants to do. `viewer` may read, `editor` may read and write. */
export type AccessAction = "read" | "write";

/** Names an organization, folder or document within its tenant and organization. */
export interface ResourceName {
  type: ResourceType;
  id: string;
}

/** A role that a user has on one level. */
export interface HeldRole {
  /** Default `editor`. */
  accessRole?: AccessRole | undefined;
  /** Seconds since 1970; without it the role does not end. */
  expiresAt?: number | undefined;
}

/** An organization, folder or document, with the roles that the user has on it. */
export interface Level {
  id: string;
  grant?: HeldRole | undefined;
  membership?: HeldRole | undefined;
}

/** An existing resource and every level above it. A level without an `accessType` of its own inherits one. */
export interface AccessChain {
  organization: Level & { disabled: boolean };
  /** From the folder itself, or the document's folder, up to the top. */
  folders: readonly (Level & { accessType?: AccessType | undefined })[];
  /** Omitted when the resource is the first folder or, without folders, the organization. */
  document?: (Level & { disabled: boolean; accessType?: AccessType | undefined }) | undefined;
}

/** The user whose access is decided, as described by the token; without a token only `userId` is set. */
export interface AccessUser {
  userId: string;
  isAdmin?: boolean | undefined;
  resources?: readonly PermissionResource[] | undefined;
}

/** The answer of the customer's permission provider about the user and the resource; undefined when it gave none. */
export type ProviderAnswer = { answer: ({ hasAccess: boolean } & HeldRole) | undefined };

/**
 * Asks whether a user may act on an organization, folder or document. It contains everything that the decision depends
 * on, as plain data.
 */
export interface AccessQuestion {
  user: AccessUser;
  action: AccessAction;
  resource: ResourceName;
  /** Undefined when the resource, its organization or a folder above it does not exist. */
  chain: AccessChain | undefined;
  /** Applies when neither the resource nor a folder above it has an access type. */
  defaultAccessType: AccessType;
  /** Omitted if the API key uses no permission provider. */
  provider?: ProviderAnswer | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** The rule that decided. `from` is the resource whose access type applied; omitted for the default. */
export type AccessRule =
  | { kind: "missing" }
  | { kind: "disabled"; on: ResourceName }
  | { kind: "administrator" }
  | { kind: "provider"; answered: boolean }
  | { kind: "role"; by: "token" | "grant" | "membership"; on: ResourceName }
  | { kind: "accessType"; accessType: AccessType; from?: ResourceName }
  | { kind: "no role" };

/** The decision about one question. */
export interface AccessDecision {
  allowed: boolean;
  action: AccessAction;
  resource: ResourceName;
  rule: AccessRule;
  /** The user's role, whether or not it allows the action; omitted without a role. */
  role?: AccessRole;
  /** When the role ends, in seconds since 1970; omitted when it does not end. Another rule may apply afterwards. */
  expiresAt?: number;
  /** The access type of a folder or document, own or inherited; an organization has none. */
  accessType?: AccessType;
}

/**
 * Decides what a user may do (docs/behaviour.md#access). A `viewer` reads; an `editor` reads and writes. The first rule
 * that applies decides, even if a later one would grant more:
 *
 * | # | when | role |
 * |---|---|---|
 * | 1 | the resource, its organization or a folder above it does not exist | none |
 * | 2 | the organization is disabled | none |
 * | 3 | the document is disabled | none |
 * | 4 | the token makes the user an administrator | editor |
 * | 5 | the API key uses a permission provider | the provider's answer; none when it refuses or does not answer |
 * | 6 | the user has a role on the document | that role |
 * | 7 | the user has a role on a folder, nearest first | that role |
 * | 8 | the user has a role on the organization, and the access type is not `restricted` | that role |
 * | 9 | the access type is `public` | viewer |
 * | 10 | else: `organizationPrivate` for non-members, `restricted` for users without a role below the organization | none |
 *
 * On the same level a resource in the token takes precedence over a grant, and a grant over membership. Expired roles
 * do not count; a role ends when the second `expiresAt` begins. The access type is the document's own, else that of the
 * nearest folder that has one, else the default. Rules 3 and 6 do not apply to a folder; rules 3, 6, 7 and 9 do not
 * apply to an organization.
 */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { action, resource, chain } = question;
  if (!chain) return { allowed: false, action, resource, rule: { kind: "missing" } };
  const typeRule = accessTypeOf(question, chain);
  const { rule, role, expiresAt } = decidingRule(question, chain, typeRule);
  return {
    allowed: roleAllows(role, action),
    action,
    resource,
    rule,
    ...(role && { role }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(typeRule && { accessType: typeRule.accessType }),
  };
}

/** The decision about another action of the same user on the same resource, at the same moment. */
export function forAction(decision: AccessDecision, action: AccessAction): AccessDecision {
  return { ...decision, action, allowed: roleAllows(decision.role, action) };
}

function roleAllows(role: AccessRole | undefined, action: AccessAction): boolean {
  return role === "editor" || (role === "viewer" && action === "read");
}

type AccessTypeRule = Extract<AccessRule, { kind: "accessType" }>;
type Outcome = { rule: AccessRule; role?: AccessRole | undefined; expiresAt?: number | undefined };

function decidingRule(question: AccessQuestion, chain: AccessChain, typeRule: AccessTypeRule | undefined): Outcome {
  const { user, provider, now } = question;
  const { organization, document } = chain;
  if (organization.disabled) return { rule: { kind: "disabled", on: { type: "organization", id: organization.id } } };
  if (document?.disabled) return { rule: { kind: "disabled", on: { type: "document", id: document.id } } };
  if (user.isAdmin) return { rule: { kind: "administrator" }, role: "editor" };
  if (provider) return providerOutcome(provider, now);
  for (const [type, level] of levelsOf(chain)) {
    if (type === "organization" && typeRule?.accessType === "restricted") continue;
    const outcome = roleOn(question, chain, type, level);
    if (outcome) return outcome;
  }
  if (!typeRule) return { rule: { kind: "no role" } };
  return { rule: typeRule, role: typeRule.accessType === "public" ? "viewer" : undefined };
}

function providerOutcome({ answer }: ProviderAnswer, now: number): Outcome {
  const rule: AccessRule = { kind: "provider", answered: answer !== undefined };
  if (!answer?.hasAccess || hasEnded(answer, now)) return { rule };
  return { rule, role: answer.accessRole ?? "editor", expiresAt: answer.expiresAt };
}

/** The rule for the access type; undefined for an organization, which has no access type. */
function accessTypeOf({ defaultAccessType }: AccessQuestion, chain: AccessChain): AccessTypeRule | undefined {
  const { document, folders } = chain;
  if (!document && folders.length === 0) return undefined;
  if (document?.accessType)
    return { kind: "accessType", accessType: document.accessType, from: { type: "document", id: document.id } };
  for (const { id, accessType } of folders)
    if (accessType) return { kind: "accessType", accessType, from: { type: "folder", id } };
  return { kind: "accessType", accessType: defaultAccessType };
}

/** All levels, the most specific first. */
function levelsOf({ document, folders, organization }: AccessChain): [ResourceType, Level][] {
  return [
    ...(document ? [["document", document] as [ResourceType, Level]] : []),
    ...folders.map((folder): [ResourceType, Level] => ["folder", folder]),
    ["organization", organization],
  ];
}

function roleOn(
  { user, now }: AccessQuestion,
  { organization }: AccessChain,
  type: ResourceType,
  { id, grant, membership }: Level,
): Outcome | undefined {
  const token = user.resources?.find(
    (resource) =>
      resource.type === type &&
      resource.id === id &&
      (type === "organization" || resource.organizationId === organization.id) &&
      !hasEnded(resource, now),
  );
  for (const [by, heldRole] of Object.entries({ token, grant, membership }) as [RoleSource, HeldRole | undefined][])
    if (heldRole && !hasEnded(heldRole, now)) {
      const { accessRole: role = "editor", expiresAt } = heldRole;
      return { rule: { kind: "role", by, on: { type, id } }, role, expiresAt };
    }
  return undefined;
}

type RoleSource = Extract<AccessRule, { kind: "role" }>["by"];
