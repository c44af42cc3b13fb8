import { ApiError } from "#platform/error";
import { notFound } from "#src/errors";
import type { AccessDecision, AccessRule, ResourceName } from "./decide-access.ts";

/** Explains a decision, such as "granted by folder `f1`, role viewer, until 2035-01-01T00:00:00Z". */
export function explainAccess(decision: AccessDecision): string {
  const { allowed, action, rule, role, expiresAt } = decision;
  const until = expiresAt === undefined ? "" : `, until ${instant(expiresAt)}`;
  if (allowed) return `granted by ${sourceOf(rule)}, role ${role}${until}`;
  if (role) return `denied: ${action} needs role editor, ${sourceOf(rule)} gives role ${role}${until}`;
  return `denied: ${refusalOf(decision)}`;
}

/**
 * The error for a decision that denies: NOT_FOUND for a missing resource, else PERMISSION_DENIED with the explanation in
 * `details.access`.
 */
export function accessRefusal(decision: AccessDecision): ApiError {
  const { rule, role, resource } = decision;
  if (rule.kind === "missing") return notFound(resource.type);
  const details = { access: explainAccess(decision) };
  const message =
    rule.kind === "disabled"
      ? `${capital(rule.on.type)} is disabled.`
      : role
        ? `User may not write to the ${resource.type}.`
        : `User does not have access to the ${resource.type}.`;
  return new ApiError("PERMISSION_DENIED", message, { details });
}

/** Capitalizes a resource type for the start of a message: `Document` for `document`. */
export function capital(type: ResourceName["type"]): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}

/** The source of a role, in words. */
function sourceOf(rule: AccessRule): string {
  if (rule.kind === "administrator") return "the administrator's token";
  if (rule.kind === "provider") return "the permission provider";
  if (rule.kind === "accessType") return accessTypeOf(rule);
  if (rule.kind !== "role") throw new Error(`the rule "${rule.kind}" gives no role`);
  const prefix = { token: "the token for ", grant: "", membership: "membership of " }[rule.by];
  return prefix + nameOf(rule.on);
}

/** The reason why the user has no role, in words. */
function refusalOf({ rule, resource }: AccessDecision): string {
  if (rule.kind === "missing") return `${nameOf(resource)} does not exist`;
  if (rule.kind === "disabled") return `${nameOf(rule.on)} is disabled`;
  if (rule.kind === "provider")
    return rule.answered ? "the permission provider gives no access" : "the permission provider does not answer";
  if (rule.kind !== "accessType") return `no role held on ${nameOf(resource)}`;
  const where = rule.accessType === "restricted" ? " below the organization" : "";
  return `${accessTypeOf(rule)}, no role held${where}`;
}

function accessTypeOf({ accessType, from }: Extract<AccessRule, { kind: "accessType" }>): string {
  return `access type ${accessType} ${from ? `of ${nameOf(from)}` : "by default"}`;
}

function nameOf({ type, id }: ResourceName): string {
  return `${type} \`${id}\``;
}

/** ISO 8601 to the second; a time beyond the range of dates is written as a number of seconds. */
function instant(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `second ${seconds}` : date.toISOString().replace(".000Z", "Z");
}
