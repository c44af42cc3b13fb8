import * as z from "zod";
import { AccessRole, AccessType } from "#platform/shapes/fields";
import type { AccessChain, HeldRole, Level } from "./decide-access.ts";
import { hasEnded, ResourceType } from "./permission.ts";

/** A role that the user has on one place, whether or not it decided. */
const PlaceRole = z.object({
  by: z.enum(["grant", "membership"]),
  accessRole: AccessRole,
  /** When the role ends, in seconds since 1970. */
  expiresAt: z.number().optional(),
  /** Whether the role has ended and therefore no longer counts. */
  ended: z.boolean(),
});

/** An organization, folder or document on the way to a resource, with the user's roles on it. @openapi */
export const AccessPlace = z.object({
  type: ResourceType,
  id: z.string(),
  /** Folders can't be disabled. */
  disabled: z.boolean().optional(),
  /** The place's own access type; a place without one inherits. */
  accessType: AccessType.optional(),
  roles: z.array(PlaceRole),
});

/** The places from the organization to the resource, with the user's roles on each. */
export const ExplainedChain = z.array(AccessPlace);
export type ExplainedChain = z.infer<typeof ExplainedChain>;

/** The chain of a decision, as returned in replies. @param now ms since 1970. */
export function explainedChain({ organization, folders, document }: AccessChain, now: number): ExplainedChain {
  const place = (type: ResourceType, level: Level) => ({ type, id: level.id, roles: rolesOf(level, now) });
  return [
    { ...place("organization", organization), disabled: organization.disabled },
    ...folders
      .map(({ accessType, ...level }) => ({ ...place("folder", level), ...(accessType && { accessType }) }))
      .reverse(),
    ...(document
      ? [
          {
            ...place("document", document),
            disabled: document.disabled,
            ...(document.accessType && { accessType: document.accessType }),
          },
        ]
      : []),
  ];
}

function rolesOf({ grant, membership }: Level, now: number): ExplainedChain[number]["roles"] {
  const heldRoles: ["grant" | "membership", HeldRole | undefined][] = [
    ["grant", grant],
    ["membership", membership],
  ];
  return heldRoles.flatMap(([by, role]) => {
    if (!role) return [];
    const { accessRole = "editor", expiresAt } = role;
    return { by, accessRole, ...(expiresAt !== undefined && { expiresAt }), ended: hasEnded(role, now) };
  });
}
