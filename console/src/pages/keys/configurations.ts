import type { FormValue } from "../../forms/form-value.ts";
import type { Client } from "../../session/clients.ts";
import type { Texts } from "../../texts/en.ts";

/** A group of settings of an API key. */
export interface Configuration {
  /** Its tab, also in the address. */
  id: keyof Texts["keys"]["configurations"];
  /** The endpoint that changes it, whose input the form follows. */
  path: string;
  read(client: Client): Promise<{ data: FormValue }>;
  write(client: Client, changes: FormValue): Promise<unknown>;
}

/** Every group of settings that has endpoints of the API key. */
export const configurations: readonly Configuration[] = [
  {
    id: "settings",
    path: "/v2/workspace/apikeyconfig/update",
    read: async ({ workspace }) => ({ data: asSent((await workspace.apikeyconfig.get()).data) }),
    write: ({ workspace }, changes) => workspace.apikeyconfig.update(changes),
  },
  {
    id: "email",
    path: "/v2/workspace/emailconfig/update",
    read: ({ workspace }) => workspace.emailconfig.get(),
    write: ({ workspace }, changes) => workspace.emailconfig.update(changes),
  },
  {
    id: "notification",
    path: "/v2/workspace/notificationconfig/update",
    read: ({ workspace }) => workspace.notificationconfig.get(),
    write: ({ workspace }, changes) => workspace.notificationconfig.update(changes),
  },
  {
    id: "activity",
    path: "/v2/workspace/activityconfig/update",
    read: ({ workspace }) => workspace.activityconfig.get(),
    write: ({ workspace }, changes) => workspace.activityconfig.update({ activityServiceConfig: {}, ...changes }),
  },
  {
    id: "webhook",
    path: "/v2/workspace/webhookconfig/update",
    read: ({ workspace }) => workspace.webhookconfig.get(),
    write: ({ workspace }, changes) => workspace.webhookconfig.update(changes),
  },
  {
    id: "webhooks",
    path: "/v2/workspace/advancedwebhookconfig/update",
    read: ({ workspace }) => workspace.advancedwebhookconfig.get(),
    write: ({ workspace }, changes) => workspace.advancedwebhookconfig.update(changes),
  },
  {
    id: "permissions",
    path: "/v2/workspace/permissionproviderconfig/update",
    read: ({ workspace }) => workspace.permissionproviderconfig.get(),
    write: ({ workspace }, changes) => workspace.permissionproviderconfig.update(changes),
  },
];

/** Settings under the names by which they are changed. */
function asSent({ isPrivateCommentsEnabled, ...others }: FormValue): FormValue {
  return { ...others, enablePrivateComments: isPrivateCommentsEnabled };
}
