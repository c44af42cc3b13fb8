import { addEndpoint } from "#testing/fixtures/webhooks/webhooks";
import type { World } from "#testing/harness/world";
import { collaborationLists } from "./collaboration-lists.ts";
import { idsBy, type List } from "./list.ts";

const acme = { organizationId: "acme" };
const plan = { ...acme, documentId: "plan" };

async function organization(w: World): Promise<void> {
  await w.ok("/v2/organizations/add", { organizations: [acme] });
}

async function document(w: World): Promise<void> {
  await organization(w);
  await w.ok("/v2/organizations/documents/add", { ...acme, documents: [{ documentId: "plan" }] });
}

const users = (of: string, place: object): List => ({
  path: "/v2/users/get",
  of,
  query: place,
  before: document,
  insert: (w, userId) => w.ok("/v2/users/add", { ...place, users: [{ userId }] }),
  remove: (w, userId) => w.ok("/v2/users/delete", { ...place, userIds: [userId] }),
  ids: idsBy("userId"),
});

const inGroup = { ...acme, organizationUserGroupId: "engineers" };

const folders = (path: string): List => ({
  path,
  of: "all folders",
  query: acme,
  before: organization,
  insert: (w, folderId) => w.ok("/v2/organizations/folders/add", { ...acme, folders: [{ folderId }] }),
  remove: (w, folderId) => w.ok("/v2/organizations/folders/delete", { ...acme, folderId }),
  ids: idsBy("folderId"),
});

const documents = (path: string, of: string, place: { folderId?: string }): List => ({
  path,
  of,
  query: { ...acme, ...place },
  before: (w) =>
    w.ok("/v2/organizations/folders/add", { ...acme, createOrganization: true, folders: [{ folderId: "designs" }] }),
  insert: (w, documentId) =>
    w.ok("/v2/organizations/documents/add", { ...acme, ...place, documents: [{ documentId }] }),
  remove: (w, documentId) => w.ok("/v2/organizations/documents/delete", { ...acme, documentIds: [documentId] }),
  ids: idsBy("id"),
});

const endpointsPath = "/v2/workspace/advancedwebhook/endpoints/get";

/** Every list that has pages; `src/paging.test.ts` fails for one that is missing here. */
export const lists: List[] = [
  users("an organization's users", acme),
  users("a document's users", plan),
  {
    ...users("a user group's users", acme),
    query: { ...acme, organizationUserGroupIds: ["engineers"] },
    async before(w) {
      await organization(w);
      await w.ok("/v2/organizations/usergroups/add", { ...acme, organizationUserGroups: [{ groupId: "engineers" }] });
    },
    async insert(w, userId) {
      await w.ok("/v2/users/add", { ...acme, users: [{ userId }] });
      await w.ok("/v2/organizations/usergroups/users/add", { ...inGroup, userIds: [userId] });
    },
    remove: (w, userId) => w.ok("/v2/organizations/usergroups/users/delete", { ...inGroup, userIds: [userId] }),
  },
  {
    path: "/v2/organizations/get",
    of: "all organizations",
    query: {},
    insert: (w, organizationId) => w.ok("/v2/organizations/add", { organizations: [{ organizationId }] }),
    remove: (w, organizationId) => w.ok("/v2/organizations/delete", { organizationIds: [organizationId] }),
    ids: idsBy("id"),
  },
  folders("/v1/organizations/folders/get"),
  folders("/v2/organizations/folders/get"),
  documents("/v1/organizations/documents/get", "an organization's documents", {}),
  documents("/v2/organizations/documents/get", "an organization's documents", {}),
  documents("/v2/organizations/documents/get", "a folder's documents", { folderId: "designs" }),
  ...collaborationLists,
  {
    path: "/v2/workspace/advancedwebhook/deliveries/get",
    of: "an API key's deliveries, each to another endpoint",
    plainIds: true,
    query: {},
    async insert(w, endpointId) {
      await addEndpoint(w, endpointId);
      await w.ok("/v2/workspace/advancedwebhook/endpoints/test", { endpointId });
    },
    ids: idsBy("endpointId"),
  },
  {
    path: endpointsPath,
    of: "an API key's webhook endpoints",
    query: {},
    paging: { size: "limit", token: "iterator" },
    before: (w) => w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }),
    insert: (w, uid) =>
      w.ok("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/hooks", uid }),
    async remove(w, uid) {
      const { data } = await w.ok(endpointsPath, {});
      const { id } = data.endpoints.find((endpoint: { uid: string }) => endpoint.uid === uid);
      await w.ok("/v2/workspace/advancedwebhook/endpoints/delete", { endpointId: id });
    },
    ids: (data) => idsBy("uid")(data.endpoints),
  },
  {
    path: "/v2/workspace/apikeys/get",
    of: "a workspace's API keys",
    query: {},
    insert: (w, apiKeyName) =>
      w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing", apiKeyName }),
    ids: idsBy("apiKeyName"),
  },
];
