import { isMailAddress } from "@atrium/functions/domain/mail/mail-address";
import type { FieldIssue } from "../../forms/field-issues.ts";
import type { FormValue } from "../../forms/form-value.ts";
import type { Client } from "../../session/clients.ts";
import type { Texts } from "../../texts/en.ts";

/** A group of settings of an API key. */
export interface Configuration {
  /** Id of its tab, also in the address. */
  id: keyof Texts["keys"]["configurations"];
  /** Path of the endpoint that changes the settings, from whose input the form is built. */
  path: string;
  /** Input fields that the form leaves out because the page knows their values. */
  without?: readonly string[];
  read(caller: Caller): Promise<{ data: FormValue }>;
  /** Values that the form refuses although the service accepts them. */
  check?(value: FormValue, texts: Texts["keys"]): readonly FieldIssue[];
  write(caller: Caller, changes: FormValue): Promise<unknown>;
}

/** The clients that read and change the settings of an API key. */
interface Caller {
  apiKey: string;
  /** With the rights of the API key. */
  client: Client;
  /** With the rights of the workspace. */
  workspaceClient: Client;
}

/** Every group of settings. */
export const configurations: readonly Configuration[] = [
  {
    id: "settings",
    path: "/v2/workspace/apikeyconfig/update",
    read: async ({ client: { workspace } }) => ({ data: asSent((await workspace.apikeyconfig.get()).data) }),
    write: ({ client: { workspace } }, changes) => workspace.apikeyconfig.update(changes),
  },
  {
    id: "features",
    path: "/v2/workspace/features/update",
    without: ["apiKey"],
    read: async ({ workspaceClient: { workspace }, apiKey }) => {
      const { features } = (await workspace.features.get({ apiKey })).data;
      return { data: { features } };
    },
    write: ({ workspaceClient: { workspace }, apiKey }, changes) =>
      workspace.features.update({ apiKey, features: {}, ...changes }),
  },
  {
    id: "email",
    path: "/v2/workspace/emailconfig/update",
    read: ({ client: { workspace } }) => workspace.emailconfig.get(),
    check: ({ emailServiceConfig }, texts) => {
      const { fromEmail } = (emailServiceConfig ?? {}) as FormValue;
      if (!fromEmail || isMailAddress(String(fromEmail))) return [];
      return [{ path: "emailServiceConfig.fromEmail", message: texts.noSender }];
    },
    write: ({ client: { workspace } }, changes) => workspace.emailconfig.update(changes),
  },
  {
    id: "notification",
    path: "/v2/workspace/notificationconfig/update",
    read: ({ client: { workspace } }) => workspace.notificationconfig.get(),
    write: ({ client: { workspace } }, changes) => workspace.notificationconfig.update(changes),
  },
  {
    id: "activity",
    path: "/v2/workspace/activityconfig/update",
    read: ({ client: { workspace } }) => workspace.activityconfig.get(),
    write: ({ client: { workspace } }, changes) =>
      workspace.activityconfig.update({ activityServiceConfig: {}, ...changes }),
  },
  {
    id: "webhook",
    path: "/v2/workspace/webhookconfig/update",
    read: ({ client: { workspace } }) => workspace.webhookconfig.get(),
    write: ({ client: { workspace } }, changes) => workspace.webhookconfig.update(changes),
  },
  {
    id: "webhooks",
    path: "/v2/workspace/advancedwebhookconfig/update",
    read: ({ client: { workspace } }) => workspace.advancedwebhookconfig.get(),
    write: ({ client: { workspace } }, changes) => workspace.advancedwebhookconfig.update(changes),
  },
  {
    id: "permissions",
    path: "/v2/workspace/permissionproviderconfig/update",
    read: ({ client: { workspace } }) => workspace.permissionproviderconfig.get(),
    check: ({ usePermissionProvider, permissionProviderConfig }, texts) => {
      const { permissionProviderUrl } = (permissionProviderConfig ?? {}) as FormValue;
      if (!usePermissionProvider || permissionProviderUrl) return [];
      return [{ path: "permissionProviderConfig.permissionProviderUrl", message: texts.noProviderAddress }];
    },
    write: ({ client: { workspace } }, changes) => workspace.permissionproviderconfig.update(changes),
  },
];

/** Renames settings from their names in the reply to those of the update call. */
function asSent({ isPrivateCommentsEnabled, ...others }: FormValue): FormValue {
  return { ...others, enablePrivateComments: isPrivateCommentsEnabled };
}
