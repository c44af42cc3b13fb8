import fc from "fast-check";
import type { World } from "#testing/harness/world";
import { collaborationRoundTrips } from "./collaboration-round-trips.ts";
import { configRoundTrips } from "./config-round-trips.ts";
import type { RoundTrip, Written } from "./round-trip.ts";

const acme = { organizationId: "acme" };
const plan = { ...acme, documentId: "plan" };

const reading = (path: string, query: object) => async (w: World) => (await w.ok(path, query)).data;

/** What is made and can't be read as it was written, and why. */
export const notRead: Record<string, string> = {
  "/v2/organizations/usergroups/add": "No endpoint gives out groups; their members are read with users/get.",
  "/v2/workspace/apikey/create": "Ids and tokens are made; apikeys/get gives out the name and the type alone.",
  "/v2/workspace/create": "Ids and tokens are made.",
};

/** Every resource that can be both written and read. */
export const roundTrips: RoundTrip[] = [
  {
    resource: "a user of an organization",
    add: "/v2/users/add",
    list: "users",
    id: "userId",
    beside: acme,
    read: reading("/v2/users/get", acme),
    unread: ["initial", "accessRole"],
  },
  {
    resource: "a user of a document",
    add: "/v2/users/add",
    list: "users",
    id: "userId",
    beside: { ...plan, createDocument: true },
    read: reading("/v2/users/get", plan),
    unread: ["initial", "accessRole"],
  },
  {
    resource: "an organization",
    add: "/v2/organizations/add",
    list: "organizations",
    id: "organizationId",
    readId: "id",
    read: reading("/v2/organizations/get", {}),
    owned: ["disabled"],
  },
  {
    resource: "a folder",
    add: "/v2/organizations/folders/add",
    list: "folders",
    id: "folderId",
    beside: { ...acme, createOrganization: true },
    fields: { parentFolderId: fc.constant("root") },
    read: reading("/v2/organizations/folders/get", acme),
    owned: ["apiKey", "organizationId", "ancestors", "inheritAccessFromParent", "createdAt", "lastUpdated"],
  },
  {
    resource: "a document",
    add: "/v2/organizations/documents/add",
    list: "documents",
    id: "documentId",
    readId: "id",
    beside: { ...acme, createOrganization: true, folderId: "designs", createFolder: true },
    read: reading("/v2/organizations/documents/get", { ...acme, folderId: "designs" }),
    owned: ["folderId", "disabled", "createdAt", "lastUpdated"],
  },
  {
    resource: "the membership of a user group",
    add: "/v2/organizations/usergroups/users/add",
    list: "userIds",
    beside: { ...acme, organizationUserGroupId: "engineers" },
    async before(w, userIds) {
      await w.ok("/v2/users/add", { ...acme, users: userIds.map((userId) => ({ userId })) });
      await w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId: "engineers" }] });
    },
    async read(w) {
      const { data } = await w.ok("/v2/users/get", { ...acme, organizationUserGroupIds: ["engineers"] });
      return data.map(({ userId }: Written) => userId);
    },
  },
  {
    resource: "a permission",
    add: "/v2/auth/permissions/add",
    beside: { user: { userId: "lin" } },
    fields: { id: fc.constant("acme"), organizationId: fc.constant("acme"), type: fc.constant("organization") },
    // Resources are told apart by their type and id; in seconds, to come.
    fit: ({ permissions: { resources } }) => ({
      permissions: { resources: [{ ...resources[0], expiresAt: 2_000_000_000 }] },
    }),
    before: (w) => w.ok("/v2/organizations/add", { organizations: [acme] }),
    async read(w) {
      const { data } = await w.ok("/v2/auth/permissions/get", { ...acme, userIds: ["lin"] });
      return Object.entries(data.lin.organization).map(([organizationId, { accessRole, expiresAt }]: Written) => ({
        permissions: {
          resources: [{ type: "organization", id: organizationId, organizationId, accessRole, expiresAt }],
        },
      }));
    },
  },
  {
    resource: "the configuration of an API key",
    add: "/v2/workspace/apikeyconfig/update",
    fit: (item) => ({ requireJwtToken: false, ...item }),
    read: async (w) => [(await w.ok("/v2/workspace/apikeyconfig/get", {})).data],
    toRead: ({ enablePrivateComments, ...item }) => ({
      ...item,
      ...(enablePrivateComments !== undefined && { isPrivateCommentsEnabled: enablePrivateComments }),
    }),
    owned: ["ownerEmail", "planInfo"],
  },
  {
    resource: "a webhook endpoint",
    add: "/v2/workspace/advancedwebhook/endpoints/create",
    fields: {
      url: fc.webUrl(),
      filterTypes: fc.subarray(["comment.add", "user.add", "crdt.add"], { minLength: 1 }),
      metadata: fc.dictionary(fc.constantFrom("constructor", "toString", "team", "é"), fc.string({ unit: "grapheme" })),
    },
    before: (w) => w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }),
    read: async (w) => (await w.ok("/v2/workspace/advancedwebhook/endpoints/get", {})).data.endpoints,
    owned: ["id", "disabledReason", "createdAt", "updatedAt"],
  },
  ...collaborationRoundTrips,
  ...configRoundTrips,
];
