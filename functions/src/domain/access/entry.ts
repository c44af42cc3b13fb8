import { missingText } from "#src/errors";
import type { AccessDecision } from "./decide-access.ts";
import { capital } from "./explanation.ts";
import type { AccessEntry, ResourceType } from "./permission.ts";

/** The reply's entry for a resource that does not exist (docs/behaviour.md#permissions). */
export function missingEntry(type: ResourceType): AccessEntry {
  return { error: missingText(type), errorCode: "does_not_exist" };
}

/** The reply's entry for a decision about reading a resource (docs/behaviour.md#permissions). */
export function accessEntry({ resource, rule, role, expiresAt, accessType }: AccessDecision): AccessEntry {
  if (rule.kind === "missing") return missingEntry(resource.type);
  const typeField = accessType && { accessType };
  if (role) return { accessRole: role, ...typeField, ...(expiresAt !== undefined && { expiresAt }) };
  const error =
    rule.kind === "disabled" ? `${capital(rule.on.type)} is disabled` : `User does not have access to ${resource.type}`;
  return { error, errorCode: "permission_denied", ...typeField };
}
