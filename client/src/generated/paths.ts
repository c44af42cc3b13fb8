// Written by `npm run gen` from the declarations of the endpoints.

/** Parts of paths. A number is the sum of the flags of an endpoint: 1 write, 2 pages, 4 workspace, 8 public, 16 stream, 32 v1 has it too, 64 v1 has it without pages. */
export interface PathTree {
  /** The endpoint at exactly this path. */
  $?: number;
  [name: string]: PathTree | number | undefined;
}

/** Every endpoint of v2. */
export const tree: PathTree = {
  activities: { add: 1, delete: 1, get: 2, update: 1 },
  auth: {
    access: { check: 0 },
    generate_signature: 0,
    generate_token: 0,
    permissions: { add: 1, get: 0, remove: 1 },
    token: { get: 32 },
    tokens: { revoke: 1 },
  },
  commentannotations: {
    add: 33,
    comments: { add: 33, delete: 33, get: 34, reactions: { add: 1, delete: 1 }, update: 33 },
    count: { get: 32 },
    delete: 33,
    get: 66,
    subscribe: 1,
    unsubscribe: 1,
    update: 33,
  },
  crdt: { add: 1, awareness: 1, delete: 1, get: 2, sync: 1, update: 1 },
  documents: { stream: 16 },
  livestate: { broadcast: 33, get: 2 },
  notifications: {
    add: 33,
    config: { get: 32, set: 33 },
    delete: 33,
    deliveries: { get: 2 },
    get: 66,
    slack: { set: 1 },
    update: 33,
  },
  organizations: {
    access: { disablestate: { update: 33 } },
    add: 33,
    delete: 33,
    documents: {
      access: { disablestate: { update: 33 }, update: 33 },
      add: 33,
      count: { get: 0 },
      delete: 33,
      get: 34,
      locations: { data: { delete: 33 }, update: 33 },
      migrate: { $: 1, status: 0 },
      move: 33,
      update: 33,
    },
    folders: { access: { update: 33 }, add: 33, delete: 1, get: 34, update: 33 },
    get: 66,
    update: 33,
    usergroups: { add: 33, users: { add: 33, delete: 33 } },
  },
  presence: { add: 1, delete: 1, get: 2, update: 1 },
  recordings: { add: 1, delete: 1, get: 2 },
  users: {
    add: 33,
    count: { get: 0 },
    data: { delete: { $: 33, status: 32 }, get: 34 },
    delete: 33,
    get: 66,
    update: 33,
  },
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
    apikeymetadata: { get: 0 },
    apikeys: { get: 6 },
    auditlog: { get: 6 },
    authtoken: { reset: 5 },
    authtokens: { get: 4 },
    create: 9,
    domains: { add: 33, delete: 33, get: 0 },
    emailconfig: { get: 0, test: 1, update: 1 },
    features: { get: 4, update: 5 },
    get: 4,
    notificationconfig: { get: 0, update: 1 },
    permissionproviderconfig: { get: 0, update: 1 },
    webhookconfig: { get: 0, update: 1 },
  },
};
