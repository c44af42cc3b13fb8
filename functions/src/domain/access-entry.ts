import type { AccessEntry, ResourceType } from "#model/permission";
import type { AccessDecision } from "./access.ts";

const nouns: { [type in ResourceType]: string } = {
  organization: "Organization",
  folder: "Folder",
  document: "Document",
};

/** How a resource that is not there is told (reference C1). */
export function missingEntry(type: ResourceType): AccessEntry {
  return { error: `${nouns[type]} does not exist`, errorCode: "does_not_exist" };
}

/** How a decision about a resource is told (reference C1). */
export function accessEntry(type: ResourceType, decision: AccessDecision): AccessEntry {
  const { accessType } = decision;
  const typed = accessType && { accessType };
  if (!decision.allowed) return { error: refusalOf(type, decision), errorCode: "permission_denied", ...typed };
  const { role: accessRole, expiresAt } = decision;
  return { accessRole, ...typed, ...(expiresAt !== undefined && { expiresAt }) };
}

function refusalOf(type: ResourceType, { rule }: AccessDecision): string {
  if (rule === "organization is disabled") return "Organization is disabled";
  if (rule === "document is disabled") return "Document is disabled";
  return `User does not have access to ${type}`;
}
