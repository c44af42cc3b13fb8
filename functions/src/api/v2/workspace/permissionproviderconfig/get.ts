import * as z from "zod";
import { masked } from "#domain/config-secrets";
import { overDefaults } from "#domain/merge-config";
import { PermissionProviderConfig, permissionProviderDefaults } from "#domain/permission-provider-config";
import { endpoint } from "#http/endpoint";
import { loadConfig } from "#store/configs";

export default endpoint({
  path: "/v2/workspace/permissionproviderconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read where permissions are asked for; the token is masked except its last 4 characters.",
  input: z.object({}),
  output: PermissionProviderConfig.required(),
  example: {},
  async handle(call) {
    const stored = (await loadConfig(call.store, call, "permissionProvider")) ?? {};
    const data = overDefaults(permissionProviderDefaults, masked("permissionProvider", stored));
    return { message: "Permission provider configuration retrieved successfully.", data };
  },
});
