import type { AccessDecision, AccessQuestion, AccessRule, Level } from "#domain/access/decide-access";
import type { AccessType } from "#platform/shapes/fields";
import type { AccessWorld, WorldQuestion, WorldResource } from "./arbitrary-world.ts";

/** A role of a user, with the fields that order it. Smaller numbers take precedence. */
interface Claim {
  /** The distance above the resource: 0 is the resource itself. */
  distance: number;
  /** The source on one level: the token, a grant, membership. */
  order: 0 | 1 | 2;
  on: WorldResource;
  role: "viewer" | "editor";
  ends: number;
}

/**
 * The rules of access in another form: keeps only the roles that apply to the question, sorts them by nearness, and
 * lets the first one decide. Slow and simple.
 */
export function naiveAccess(world: AccessWorld, question: WorldQuestion): AccessDecision {
  const { user, action, resource, provider, now } = question;
  const { type, id } = resource;
  const decide = (rule: AccessRule, role?: "viewer" | "editor" | undefined, ends = Number.POSITIVE_INFINITY) => {
    const suffices = { read: ["viewer", "editor"], write: ["editor"] }[action];
    const decision: AccessDecision = {
      allowed: suffices.includes(role ?? "nobody"),
      action,
      resource: { type, id },
      rule,
    };
    if (role) decision.role = role;
    if (role && ends !== Number.POSITIVE_INFINITY) decision.expiresAt = ends;
    if (rule.kind !== "missing" && inheritance) decision.accessType = inheritance.accessType;
    return decision;
  };

  const path = pathTo(world, resource);
  const inheritance = path && path.length > 1 ? inheritedType(world, path) : undefined;
  if (!path) return decide({ kind: "missing" });
  for (const on of [...path].reverse())
    if (isDisabled(world, on)) return decide({ kind: "disabled", on: { type: on.type, id: on.id } });
  if (user.isAdmin) return decide({ kind: "administrator" }, "editor");
  if (provider) {
    const { answer } = provider;
    const rule: AccessRule = { kind: "provider", answered: answer !== undefined };
    const isOn = answer?.hasAccess && new Date((answer.expiresAt ?? 1e11) * 1000) > new Date(now);
    return isOn ? decide(rule, answer.accessRole ?? "editor", answer.expiresAt) : decide(rule);
  }

  const [claim] = claimsOf(world, question)
    .map((grant) => ({ ...grant, distance: path.findIndex((level) => isSame(level, grant.on)) }))
    .filter(({ distance }) => distance !== -1)
    .filter(({ on }) => !(on.type === "organization" && inheritance?.accessType === "restricted"))
    .filter(({ ends }) => new Date(ends * 1000) > new Date(now) || ends === Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance || a.order - b.order);
  if (claim) {
    const by = (["token", "grant", "membership"] as const)[claim.order];
    const on = { type: claim.on.type, id: claim.on.id };
    return decide({ kind: "role", by, on }, claim.role, claim.ends);
  }
  if (!inheritance) return decide({ kind: "no role" });
  return decide({ kind: "accessType", ...inheritance }, inheritance.accessType === "public" ? "viewer" : undefined);
}

/** The resource and its ancestors, up to the organization; undefined when one of them is missing. */
function pathTo(world: AccessWorld, { type, id, organizationId }: WorldResource): WorldResource[] | undefined {
  const here = { type, id, organizationId };
  const inside = (parent: WorldResource) => {
    const above = pathTo(world, parent);
    return above && [here, ...above];
  };
  const organization: WorldResource = { type: "organization", id: organizationId, organizationId };
  if (type === "organization")
    return world.organizations.some((candidate) => candidate.id === id && !candidate.deleting) ? [here] : undefined;
  const lists = { document: world.documents, folder: world.folders };
  const resource = lists[type].find((one) => one.id === id && one.organizationId === organizationId);
  if (!resource || resource.deleting) return undefined;
  const parentId = "disabled" in resource ? resource.folderId : resource.parentId;
  return inside(parentId === undefined ? organization : { type: "folder", id: parentId, organizationId });
}

function isDisabled(world: AccessWorld, { type, id, organizationId }: WorldResource): boolean {
  if (type === "organization") return world.organizations.some((one) => one.id === id && one.disabled);
  const isIt = (one: AccessWorld["documents"][number]) => one.id === id && one.organizationId === organizationId;
  return type === "document" && world.documents.some((one) => isIt(one) && one.disabled);
}

/** The first access type on the way up, and its owner. */
function inheritedType(
  world: AccessWorld,
  path: WorldResource[],
): { accessType: AccessType; from?: { type: WorldResource["type"]; id: string } } {
  const [level, ...above] = path;
  if (!level || level.type === "organization") return { accessType: world.defaultAccessType };
  const list = level.type === "document" ? world.documents : world.folders;
  const own = list.find(({ id, organizationId }) => id === level.id && organizationId === level.organizationId);
  if (own?.accessType) return { accessType: own.accessType, from: { type: level.type, id: level.id } };
  return inheritedType(world, above);
}

function claimsOf(world: AccessWorld, { user }: WorldQuestion): Omit<Claim, "distance">[] {
  const common = (grant: { accessRole?: "viewer" | "editor" | undefined; expiresAt?: number | undefined }) => ({
    role: grant.accessRole ?? "editor",
    ends: grant.expiresAt ?? Number.POSITIVE_INFINITY,
  });
  const fromToken = (user.resources ?? []).map((grant) => ({
    ...common(grant),
    order: 0 as const,
    on: { type: grant.type, id: grant.id, organizationId: grant.organizationId ?? grant.id },
  }));
  const fromWorld = world.roles
    .filter(({ userId }) => userId === user.userId)
    .map((grant) => ({ ...common(grant), order: grant.by === "grant" ? (1 as const) : (2 as const), on: grant.on }));
  return [...fromToken, ...fromWorld];
}

function isSame(a: WorldResource, b: WorldResource): boolean {
  return a.type === b.type && a.id === b.id && (a.type === "organization" || a.organizationId === b.organizationId);
}

/** A question about a world, in the form of `decideAccess`. */
export function toAccessQuestion(world: AccessWorld, question: WorldQuestion): AccessQuestion {
  const { user, action, resource, provider, now } = question;
  const { type, id, organizationId } = resource;
  const request = { user, action, provider, now, resource: { type, id }, defaultAccessType: world.defaultAccessType };
  const path = pathTo(world, resource);
  if (!path) return { ...request, chain: undefined };
  const level = (on: WorldResource): Level => {
    const roleBy = (by: "grant" | "membership") =>
      world.roles.find((role) => role.userId === user.userId && role.by === by && isSame(role.on, on));
    return { id: on.id, grant: roleBy("grant"), membership: roleBy("membership") };
  };
  const typeOf = (on: WorldResource) => {
    const { from, accessType } = inheritedType(world, [on]);
    return from && accessType;
  };
  const top = path.at(-1) ?? { type: "organization", id: organizationId, organizationId };
  const folders = path.filter((on) => on.type === "folder");
  const document = type === "document" ? resource : undefined;
  return {
    ...request,
    chain: {
      organization: { ...level(top), disabled: isDisabled(world, top) },
      folders: folders.map((folder) => ({ ...level(folder), accessType: typeOf(folder) })),
      document: document && { ...level(document), disabled: isDisabled(world, document), accessType: typeOf(document) },
    },
  };
}
