import * as z from "zod";
import type { AccessDecision, AccessRule, ResourceName } from "./decide-access.ts";
import { ResourceType } from "./permission.ts";

/** The rules by id, in the order in which they are tried (docs/behaviour.md#access). */
const SENTENCES = {
  missingResource: "The resource, its organization or a folder above it does not exist.",
  disabledOrganization: "The organization is disabled, which closes it to every user.",
  disabledDocument: "The document is disabled, which closes it to every user.",
  administrator: "The token makes the user an administrator.",
  permissionProvider: "The permission provider of the API key decides; roles and access types do not count.",
  documentRole: "The user has a role on the document, which comes before roles on folders and on the organization.",
  folderRole: "The user has a role on a folder; the nearest one comes before others and before the organization.",
  organizationRole: "The user has a role on the organization, and the access type is not `restricted`.",
  publicAccess: "The access type is `public`, so everybody may read.",
  noRole: "The user has no role that counts, and the access type does not let everybody read.",
};

const RuleId = z.enum(Object.keys(SENTENCES) as [keyof typeof SENTENCES]);

/** The rule that decided about access. Its `id` is stable. */
export const ExplainedRule = z.object({
  id: RuleId,
  /** The rule in words. */
  sentence: z.string(),
  /** The organization, folder or document whose state, role or access type decided; omitted if none did. */
  on: z.object({ type: ResourceType, id: z.string() }).optional(),
  /** The source of the role, if a role decided. */
  by: z.enum(["token", "grant", "membership"]).optional(),
  /** Whether the permission provider answered, if it was asked. */
  answered: z.boolean().optional(),
});
export type ExplainedRule = z.infer<typeof ExplainedRule>;

/** The rule of a decision, as returned in replies. */
export function explainedRule({ rule, resource }: AccessDecision): ExplainedRule {
  const id = ruleId(rule);
  const on = placeOf(rule, resource);
  return {
    id,
    sentence: SENTENCES[id],
    ...(on && { on }),
    ...(rule.kind === "role" && { by: rule.by }),
    ...(rule.kind === "provider" && { answered: rule.answered }),
  };
}

function ruleId(rule: AccessRule): ExplainedRule["id"] {
  switch (rule.kind) {
    case "missing":
      return "missingResource";
    case "disabled":
      return rule.on.type === "document" ? "disabledDocument" : "disabledOrganization";
    case "administrator":
      return "administrator";
    case "provider":
      return "permissionProvider";
    case "role":
      return `${rule.on.type}Role`;
    case "accessType":
      return rule.accessType === "public" ? "publicAccess" : "noRole";
    case "no role":
      return "noRole";
  }
}

function placeOf(rule: AccessRule, resource: ResourceName): ResourceName | undefined {
  if (rule.kind === "missing") return resource;
  if (rule.kind === "disabled" || rule.kind === "role") return rule.on;
  return rule.kind === "accessType" ? rule.from : undefined;
}
