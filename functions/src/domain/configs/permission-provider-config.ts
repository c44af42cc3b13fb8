import * as z from "zod";
import { Secret, UrlOrNone } from "./fields.ts";
import { mergeConfig } from "./merge-config.ts";
import { unmasked } from "./secrets.ts";

/**
 * Configuration of a permission provider, as stored and as sent to change it: what is left out stays
 * (docs/behaviour.md#permission-provider). `authToken` is encrypted at rest and masked in every reply.
 */
export const PermissionProviderConfig = z
  .object({
    usePermissionProvider: z.boolean(),
    permissionProviderConfig: z.object({ permissionProviderUrl: UrlOrNone, authToken: Secret }).partial(),
  })
  .partial();
export type PermissionProviderConfig = z.infer<typeof PermissionProviderConfig>;

/** What a reader sees where nothing is stored, and what the first enable stores. */
export const permissionProviderDefaults: Required<PermissionProviderConfig> = {
  usePermissionProvider: false,
  permissionProviderConfig: { permissionProviderUrl: "", authToken: "" },
};

/** The configuration after a change: enabling fills in empty strings where nothing is stored. */
export function changePermissionProviderConfig(
  stored: PermissionProviderConfig,
  request: PermissionProviderConfig,
): PermissionProviderConfig {
  const given = unmasked("permissionProvider", stored, request);
  const seeds = given.usePermissionProvider ? permissionProviderDefaults : {};
  return mergeConfig<PermissionProviderConfig>(seeds, stored, given);
}
