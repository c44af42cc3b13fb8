import * as z from "zod";
import { UrlOrNone } from "#platform/shapes/url";
import { type ConfigChange, changeOf } from "./config-change.ts";
import { Secret } from "./fields.ts";
import { mergeConfig } from "./merge-config.ts";
import { unmaskConfig } from "./secrets.ts";

/**
 * Configuration of a permission provider, as stored (docs/behaviour.md#permission-provider). `authToken` is encrypted at rest
 * and masked in every reply.
 */
export const PermissionProviderConfig = z
  .object({
    usePermissionProvider: z.boolean(),
    permissionProviderConfig: z.object({ permissionProviderUrl: UrlOrNone, authToken: Secret }).partial(),
  })
  .partial();
export type PermissionProviderConfig = z.infer<typeof PermissionProviderConfig>;

/** A change of the configuration of a permission provider. */
export const PermissionProviderConfigChange = changeOf(PermissionProviderConfig);
export type PermissionProviderConfigChange = ConfigChange<PermissionProviderConfig>;

/** Defaults that readers get if nothing is stored. Enabling the provider stores them. */
export const permissionProviderDefaults: Required<PermissionProviderConfig> = {
  usePermissionProvider: false,
  permissionProviderConfig: { permissionProviderUrl: "", authToken: "" },
};

/** The configuration after a change. Enabling it stores empty strings for fields that are not set. */
export function changePermissionProviderConfig(
  currentConfig: PermissionProviderConfig,
  request: PermissionProviderConfigChange,
): PermissionProviderConfig {
  const change = unmaskConfig("permissionProvider", currentConfig, request);
  const seeds = change.usePermissionProvider ? permissionProviderDefaults : {};
  return mergeConfig<PermissionProviderConfig>(seeds, currentConfig, change);
}
