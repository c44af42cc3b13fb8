import { permissionProviders } from "#domain/access/store/permission-providers";
import {
  changePermissionProviderConfig,
  PermissionProviderConfig,
  PermissionProviderConfigChange,
} from "#domain/configs/permission-provider-config";
import { shownConfig } from "#domain/configs/shown-config";
import { updateConfig } from "#domain/configs/store/configs";
import { endpoint } from "#http/endpoint";
import { nothingToChange } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/permissionproviderconfig/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "config.update", target: () => ({ config: "permissionProvider" }) },
  summary: "Change the permission provider; omitted fields stay unchanged, and null removes a field.",
  input: PermissionProviderConfigChange,
  output: PermissionProviderConfig.required(),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "https://example.com/permissions", authToken: "c2VjcmV0" },
  },
  async handle(call, input) {
    if (input.usePermissionProvider === undefined && input.permissionProviderConfig === undefined)
      throw nothingToChange("At least one of usePermissionProvider or permissionProviderConfig must be provided.");
    const config = await updateConfig(call, "permissionProvider", (currentConfig = {}) =>
      changePermissionProviderConfig(currentConfig, input),
    );
    permissionProviders(call).forget(call);
    return {
      message: "Permission provider configuration updated successfully.",
      data: shownConfig("permissionProvider", config),
    };
  },
});
