import type { AccessRole, AccessType } from "#platform/fields";
import { hasEnded, type PermissionResource, type ResourceType } from "./permission.ts";

/** What a user wants to do. `viewer` may read, `editor` may read and write. */
export type AccessAction = "read" | "write";

/** Names an organization, folder or document within its tenant and organization. */
export interface ResourceName {
  type: ResourceType;
  id: string;
}

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

/** A resource that is there, and all above it. `accessType`: a level's own; missing: it inherits. */
export interface AccessChain {
  organization: Level & { disabled: boolean };
  /** From the folder that is asked about, or that holds the document, up to the top. */
  folders: readonly (Level & { accessType?: AccessType | undefined })[];
  /** Missing: asked about the first folder or, without folders, about the organization. */
  document?: (Level & { disabled: boolean; accessType?: AccessType | undefined }) | undefined;
}

/** The user who asks, as its token describes it; without a token only `userId`. */
export interface Asker {
  userId: string;
  isAdmin?: boolean | undefined;
  resources?: readonly PermissionResource[] | undefined;
}

/** What the customer's permission provider says of the user and the resource; `undefined`: it could not be had. */
export type ProviderAnswer = { answer: ({ hasAccess: boolean } & Holding) | undefined };

/** May this user do this with this organization, folder or document? All that the answer depends on, as plain data. */
export interface AccessQuestion {
  who: Asker;
  action: AccessAction;
  resource: ResourceName;
  /** Undefined when the resource, its organization or a folder above it is not there. */
  chain: AccessChain | undefined;
  /** The access type of what has none, and none above it has one. */
  defaultAccessType: AccessType;
  /** Missing: the API key uses no permission provider. */
  provider?: ProviderAnswer | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** The rule that decided, and what it found. `from` of an access type: whose own it is; missing: the default. */
export type AccessRule =
  | { kind: "missing" }
  | { kind: "disabled"; on: ResourceName }
  | { kind: "administrator" }
  | { kind: "provider"; answered: boolean }
  | { kind: "holding"; by: "token" | "grant" | "membership"; on: ResourceName }
  | { kind: "accessType"; accessType: AccessType; from?: ResourceName }
  | { kind: "nothing held" };

/** The answer. */
export interface AccessDecision {
  allowed: boolean;
  action: AccessAction;
  resource: ResourceName;
  rule: AccessRule;
  /** What the user is, whether or not it suffices for the action; missing: nothing. */
  role?: AccessRole;
  /** When the role ends, in seconds since 1970; missing: no time is set. Another rule may decide afterwards. */
  expiresAt?: number;
  /** Of a folder or document, its own or inherited; an organization has none. */
  accessType?: AccessType;
}

/**
 * Decides what a user may do (docs/behaviour.md#access). `viewer` reads, `editor` reads and writes.
 * The first rule that applies decides, even where a later one would give more:
 *
 * | # | when | role |
 * |---|---|---|
 * | 1 | the resource, its organization or a folder above it is not there | none |
 * | 2 | the organization is disabled | none |
 * | 3 | the document is disabled | none |
 * | 4 | the token makes the user an administrator | editor |
 * | 5 | the API key uses a permission provider | what it says; none when it refuses, or can't be asked |
 * | 6 | the user holds a role on the document | that role |
 * | 7 | the user holds a role on a folder, the nearest first | that role |
 * | 8 | the user holds a role on the organization, and the access type is not `restricted` | that role |
 * | 9 | the access type is `public` | viewer |
 * | 10 | else: `organizationPrivate` to who is not of the organization, `restricted` to who holds nothing below it | none |
 *
 * On one level a resource of the token comes before a grant, and a grant before membership. What has expired is not held;
 * a role ends when its second begins. The access type is the document's own, else that of the nearest folder that has one,
 * else the default. Of a folder, rules 3 and 6 do not apply; of an organization, neither do 7 and 9.
 */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { action, resource, chain } = question;
  if (!chain) return { allowed: false, action, resource, rule: { kind: "missing" } };
  const typed = accessTypeOf(question, chain);
  const { rule, role, expiresAt } = decidingRule(question, chain, typed);
  return {
    allowed: role === "editor" || (role === "viewer" && action === "read"),
    action,
    resource,
    rule,
    ...(role && { role }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(typed && { accessType: typed.accessType }),
  };
}

type Typed = Extract<AccessRule, { kind: "accessType" }>;
type Outcome = { rule: AccessRule; role?: AccessRole | undefined; expiresAt?: number | undefined };

function decidingRule(question: AccessQuestion, chain: AccessChain, typed: Typed | undefined): Outcome {
  const { who, provider, now } = question;
  const { organization, document } = chain;
  if (organization.disabled) return { rule: { kind: "disabled", on: { type: "organization", id: organization.id } } };
  if (document?.disabled) return { rule: { kind: "disabled", on: { type: "document", id: document.id } } };
  if (who.isAdmin) return { rule: { kind: "administrator" }, role: "editor" };
  if (provider) return saidBy(provider, now);
  for (const [type, level] of levelsOf(chain)) {
    if (type === "organization" && typed?.accessType === "restricted") continue;
    const held = heldOn(question, chain, type, level);
    if (held) return held;
  }
  if (!typed) return { rule: { kind: "nothing held" } };
  return { rule: typed, role: typed.accessType === "public" ? "viewer" : undefined };
}

function saidBy({ answer }: ProviderAnswer, now: number): Outcome {
  const rule: AccessRule = { kind: "provider", answered: answer !== undefined };
  if (!answer?.hasAccess || hasEnded(answer, now)) return { rule };
  return { rule, role: answer.accessRole ?? "editor", expiresAt: answer.expiresAt };
}

/** Undefined for an organization. */
function accessTypeOf({ defaultAccessType }: AccessQuestion, chain: AccessChain): Typed | undefined {
  const { document, folders } = chain;
  if (!document && folders.length === 0) return undefined;
  if (document?.accessType)
    return { kind: "accessType", accessType: document.accessType, from: { type: "document", id: document.id } };
  for (const { id, accessType } of folders)
    if (accessType) return { kind: "accessType", accessType, from: { type: "folder", id } };
  return { kind: "accessType", accessType: defaultAccessType };
}

/** The most specific first. */
function levelsOf({ document, folders, organization }: AccessChain): [ResourceType, Level][] {
  return [
    ...(document ? [["document", document] as [ResourceType, Level]] : []),
    ...folders.map((folder): [ResourceType, Level] => ["folder", folder]),
    ["organization", organization],
  ];
}

function heldOn(
  { who, now }: AccessQuestion,
  { organization }: AccessChain,
  type: ResourceType,
  { id, grant, membership }: Level,
): Outcome | undefined {
  const token = who.resources?.find(
    (resource) =>
      resource.type === type &&
      resource.id === id &&
      (type === "organization" || resource.organizationId === organization.id) &&
      !hasEnded(resource, now),
  );
  for (const [by, holding] of Object.entries({ token, grant, membership }) as [HeldBy, Holding | undefined][])
    if (holding && !hasEnded(holding, now)) {
      const { accessRole: role = "editor", expiresAt } = holding;
      return { rule: { kind: "holding", by, on: { type, id } }, role, expiresAt };
    }
  return undefined;
}

type HeldBy = Extract<AccessRule, { kind: "holding" }>["by"];
