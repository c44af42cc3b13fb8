import * as z from "zod";
import { PermissionProviderConfig } from "#domain/configs/permission-provider-config";
import { shownConfig } from "#domain/configs/shown-config";
import { loadConfig } from "#domain/configs/store/configs";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/permissionproviderconfig/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read the configuration of the permission provider; the token is masked except for its last 4 characters.",
  input: z.object({}),
  output: PermissionProviderConfig.required(),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    const data = shownConfig(
      "permissionProvider",
      await loadConfig(call.store, call, "permissionProvider"),
      call.session,
    );
    return { message: "Permission provider configuration retrieved successfully.", data };
  },
});
