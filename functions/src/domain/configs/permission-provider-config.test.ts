import { expect, test } from "@jest/globals";
import { changePermissionProviderConfig, type PermissionProviderConfig } from "./permission-provider-config.ts";

const url = "https://example.com/permissions";
const cases: [what: string, stored: PermissionProviderConfig, input: PermissionProviderConfig, after: object][] = [
  [
    "the first enable seeds empty strings",
    {},
    { usePermissionProvider: true },
    { usePermissionProvider: true, permissionProviderConfig: { permissionProviderUrl: "", authToken: "" } },
  ],
  [
    "the request overrides stored fields, and these override the defaults",
    { permissionProviderConfig: { authToken: "token" } },
    { usePermissionProvider: true, permissionProviderConfig: { permissionProviderUrl: url } },
    { usePermissionProvider: true, permissionProviderConfig: { permissionProviderUrl: url, authToken: "token" } },
  ],
  [
    "a change without enabling seeds nothing",
    {},
    { permissionProviderConfig: { permissionProviderUrl: url } },
    { permissionProviderConfig: { permissionProviderUrl: url } },
  ],
  [
    "an empty string clears a field, the masked token keeps the stored one",
    { permissionProviderConfig: { permissionProviderUrl: url, authToken: "token-1234" } },
    { permissionProviderConfig: { permissionProviderUrl: "", authToken: "******1234" } },
    { permissionProviderConfig: { permissionProviderUrl: "", authToken: "token-1234" } },
  ],
];
for (const [what, currentConfig, input, after] of cases)
  test(what, () => expect(changePermissionProviderConfig(currentConfig, input)).toStrictEqual(after));
