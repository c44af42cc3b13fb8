// Written by `npm run gen` from the declarations of the endpoints.

/** Parts of paths. A text tells of an endpoint: `s` for a stream, `w` for a write, `l` for pages, `k` (workspace) or `p` (public) for who may call. */
export interface PathTree {
  /** The endpoint that stands at this path itself. */
  $?: string;
  [name: string]: PathTree | string | undefined;
}

/** Every endpoint. */
export const tree: { v1: PathTree; v2: PathTree } = {
  v1: {
    commentannotations: {
      add: "w",
      comments: { add: "w", delete: "w", get: "l", update: "w" },
      count: { get: "" },
      delete: "w",
      get: "",
      update: "w",
    },
    livestate: { broadcast: "w" },
    notifications: { add: "w", config: { get: "", set: "w" }, delete: "w", get: "", update: "w" },
    organizations: {
      access: { disablestate: { update: "w" } },
      add: "w",
      delete: "w",
      documents: {
        access: { disablestate: { update: "w" }, update: "w" },
        add: "w",
        delete: "w",
        get: "l",
        move: "w",
        update: "w",
      },
      folders: { access: { update: "w" }, add: "w", get: "l", update: "w" },
      get: "",
      update: "w",
      usergroups: { add: "w", users: { add: "w", delete: "w" } },
    },
    users: { add: "w", data: { delete: { $: "w", status: "" }, get: "l" }, delete: "w", get: "", update: "w" },
    workspace: { domains: { add: "w", delete: "w" } },
  },
  v2: {
    activities: { add: "w", delete: "w", get: "l", update: "w" },
    auth: {
      access: { check: "" },
      generate_token: "",
      permissions: { add: "w", get: "", remove: "w" },
      tokens: { revoke: "w" },
    },
    commentannotations: {
      add: "w",
      comments: { add: "w", delete: "w", get: "l", update: "w" },
      count: { get: "" },
      delete: "w",
      get: "l",
      update: "w",
    },
    crdt: { add: "w", delete: "w", get: "l", update: "w" },
    documents: { stream: "s" },
    livestate: { broadcast: "w", get: "l" },
    notifications: { add: "w", config: { get: "", set: "w" }, delete: "w", get: "l", update: "w" },
    organizations: {
      access: { disablestate: { update: "w" } },
      add: "w",
      delete: "w",
      documents: {
        access: { disablestate: { update: "w" }, update: "w" },
        add: "w",
        delete: "w",
        get: "l",
        migrate: { $: "w", status: "" },
        move: "w",
        update: "w",
      },
      folders: { access: { update: "w" }, add: "w", delete: "w", get: "l", update: "w" },
      get: "l",
      update: "w",
      usergroups: { add: "w", users: { add: "w", delete: "w" } },
    },
    presence: { add: "w", delete: "w", get: "l", update: "w" },
    recordings: { add: "w", delete: "w", get: "l" },
    users: { add: "w", data: { delete: { $: "w", status: "" }, get: "l" }, delete: "w", get: "l", update: "w" },
    workspace: {
      activityconfig: { get: "", update: "w" },
      advancedwebhook: {
        deliveries: { get: "l", recover: "w", resend: "w" },
        endpoints: { create: "w", delete: "w", get: "", secret: { get: "", rotate: "w" }, test: "w", update: "w" },
        eventtypes: { get: "" },
      },
      advancedwebhookconfig: { get: "", update: "w" },
      apikey: { create: "wk", update: "wk" },
      apikeyconfig: { get: "", update: "w" },
      apikeys: { get: "lk" },
      authtoken: { reset: "wk" },
      authtokens: { get: "k" },
      create: "wp",
      domains: { add: "w", delete: "w", get: "" },
      emailconfig: { get: "", update: "w" },
      features: { get: "k", update: "wk" },
      get: "k",
      notificationconfig: { get: "", update: "w" },
      permissionproviderconfig: { get: "", update: "w" },
      webhookconfig: { get: "", update: "w" },
    },
  },
};
