import { z } from "zod";
import { AccessRole, Id } from "./fields.ts";

/** What a permission is for. */
export const ResourceType = z.enum(["organization", "folder", "document"]);
export type ResourceType = z.infer<typeof ResourceType>;

/** Permission resource (section 2.3). `expiresAt` is in seconds. */
export const PermissionResource = z
  .object({
    type: ResourceType,
    id: Id,
    organizationId: Id.optional(),
    accessRole: AccessRole.default("editor"),
    expiresAt: z.int().positive().optional(),
  })
  .refine(({ type, organizationId }) => type === "organization" || organizationId !== undefined, {
    path: ["organizationId"],
    message: "is required when type is `document` or `folder`.",
  });
export type PermissionResource = z.infer<typeof PermissionResource>;
