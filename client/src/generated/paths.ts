// Written by `npm run gen` from the declarations of the endpoints.

/** Parts of paths. A number is the sum of the flags of an endpoint: 1 write, 2 pages, 4 workspace, 8 public, 16 stream. */
export interface PathTree {
  /** The endpoint that stands at this path itself. */
  $?: number;
  [name: string]: PathTree | number | undefined;
}

/** Every endpoint. */
export const tree: { v1: PathTree; v2: PathTree } = {
  v1: {
    commentannotations: {
      add: 1,
      comments: { add: 1, delete: 1, get: 2, update: 1 },
      count: { get: 0 },
      delete: 1,
      get: 0,
      update: 1,
    },
    livestate: { broadcast: 1 },
    notifications: { add: 1, config: { get: 0, set: 1 }, delete: 1, get: 0, update: 1 },
    organizations: {
      access: { disablestate: { update: 1 } },
      add: 1,
      delete: 1,
      documents: { access: { disablestate: { update: 1 }, update: 1 }, add: 1, delete: 1, get: 2, move: 1, update: 1 },
      folders: { access: { update: 1 }, add: 1, get: 2, update: 1 },
      get: 0,
      update: 1,
      usergroups: { add: 1, users: { add: 1, delete: 1 } },
    },
    users: { add: 1, data: { delete: { $: 1, status: 0 }, get: 2 }, delete: 1, get: 0, update: 1 },
    workspace: { domains: { add: 1, delete: 1 } },
  },
  v2: {
    activities: { add: 1, delete: 1, get: 2, update: 1 },
    auth: {
      access: { check: 0 },
      generate_token: 0,
      permissions: { add: 1, get: 0, remove: 1 },
      tokens: { revoke: 1 },
    },
    commentannotations: {
      add: 1,
      comments: { add: 1, delete: 1, get: 2, update: 1 },
      count: { get: 0 },
      delete: 1,
      get: 2,
      update: 1,
    },
    crdt: { add: 1, delete: 1, get: 2, update: 1 },
    documents: { stream: 16 },
    livestate: { broadcast: 1, get: 2 },
    notifications: { add: 1, config: { get: 0, set: 1 }, delete: 1, get: 2, update: 1 },
    organizations: {
      access: { disablestate: { update: 1 } },
      add: 1,
      delete: 1,
      documents: {
        access: { disablestate: { update: 1 }, update: 1 },
        add: 1,
        delete: 1,
        get: 2,
        migrate: { $: 1, status: 0 },
        move: 1,
        update: 1,
      },
      folders: { access: { update: 1 }, add: 1, delete: 1, get: 2, update: 1 },
      get: 2,
      update: 1,
      usergroups: { add: 1, users: { add: 1, delete: 1 } },
    },
    presence: { add: 1, delete: 1, get: 2, update: 1 },
    recordings: { add: 1, delete: 1, get: 2 },
    users: { add: 1, data: { delete: { $: 1, status: 0 }, get: 2 }, delete: 1, get: 2, update: 1 },
    workspace: {
      activityconfig: { get: 0, update: 1 },
      advancedwebhook: {
        deliveries: { get: 2, recover: 1, resend: 1 },
        endpoints: { create: 1, delete: 1, get: 0, secret: { get: 0, rotate: 1 }, test: 1, update: 1 },
        eventtypes: { get: 0 },
      },
      advancedwebhookconfig: { get: 0, update: 1 },
      apikey: { create: 5, update: 5 },
      apikeyconfig: { get: 0, update: 1 },
      apikeys: { get: 6 },
      authtoken: { reset: 5 },
      authtokens: { get: 4 },
      create: 9,
      domains: { add: 1, delete: 1, get: 0 },
      emailconfig: { get: 0, update: 1 },
      features: { get: 4, update: 5 },
      get: 4,
      notificationconfig: { get: 0, update: 1 },
      permissionproviderconfig: { get: 0, update: 1 },
      webhookconfig: { get: 0, update: 1 },
    },
  },
};
