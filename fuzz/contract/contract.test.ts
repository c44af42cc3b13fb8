import { world } from "@atrium/functions/testing/harness/world";
import { describe, expect, test } from "@jest/globals";
import { type Operation, readContract } from "./contract.ts";

const contract = readContract();
const resource = { type: "document", id: "plan" };
const users = [{ userId: "ada" }];
const inAcme = { organizationId: "acme" };
const notification = {
  ...inAcme,
  documentId: "plan",
  actionUser: { userId: "ada" },
  notifyUsers: [],
  notifyAll: false,
};
const comment = { commentText: "Hello", from: { userId: "ada" } };
const endpoint = { url: "https://example.com/hook" };
const editor = { ...inAcme, documentId: "plan", editorId: "title" };

/** Rules with inputs of an endpoint that are valid, whatever is stored, and inputs that are not. */
const rules: [rule: string, path: string, valid: object[], invalid: object[]][] = [
  [
    "an id has no control characters, is more than white space and has at most 500 bytes",
    "/v2/organizations/add",
    ["a/b", " a ", "__proto__", "é".repeat(250), "👩‍🔬"].map((organizationId) => ({
      organizations: [{ organizationId }],
    })),
    ["", " ", "\u3000", "a\n", "\u0085", "é".repeat(251)].map((organizationId) => ({
      organizations: [{ organizationId }],
    })),
  ],
  [
    "a name has at most 1,000 characters, and an emoji is one",
    "/v2/users/add",
    [{ ...inAcme, users: [{ userId: "ada", name: "👩".repeat(1000) }] }],
    [{ ...inAcme, users: [{ userId: "ada", name: "👩".repeat(1001) }] }],
  ],
  [
    "an optional object may be null, but one that is sent must have its required fields",
    "/v2/commentannotations/add",
    [{ ...inAcme, documentId: "plan", commentAnnotations: [{ location: null, commentData: [comment] }] }],
    [{ ...inAcme, documentId: "plan", commentAnnotations: [{ location: {}, commentData: [comment] }] }],
  ],
  [
    "no id is named twice",
    "/v2/users/delete",
    [{ ...inAcme, userIds: ["ada", "lin"] }],
    [{ ...inAcme, userIds: ["ada", "ada"] }],
  ],
  [
    "no item is named twice",
    "/v2/users/add",
    [{ ...inAcme, users: [{ userId: "ada" }, { userId: "lin" }] }],
    [{ ...inAcme, users: [{ userId: "ada" }, { userId: "ada", name: "Ada" }] }],
  ],
  [
    "a place is a folder or a document",
    "/v2/users/get",
    [inAcme, { ...inAcme, documentId: "plan" }, { ...inAcme, documentId: "plan", folderId: null }],
    [{ ...inAcme, documentId: "plan", folderId: "designs" }],
  ],
  [
    "users of all documents can't be combined with one place, and only they are grouped",
    "/v2/users/get",
    [
      { ...inAcme, allDocuments: true, groupByDocumentId: true },
      { ...inAcme, groupByDocumentId: false },
    ],
    [
      { ...inAcme, groupByDocumentId: true },
      { ...inAcme, allDocuments: true, folderId: "designs" },
    ],
  ],
  [
    "a parent is only for a folder that the call may create",
    "/v2/users/add",
    [
      { ...inAcme, users, folderId: "new", createFolder: true, parentFolderId: "designs" },
      { ...inAcme, users, parentFolderId: null },
    ],
    [
      { ...inAcme, users, folderId: "new", parentFolderId: "designs" },
      { ...inAcme, users, folderId: "new", createFolder: false, parentFolderId: "designs" },
      { ...inAcme, users, createFolder: true, parentFolderId: "designs" },
    ],
  ],
  [
    "the data of users is requested for one organization or for all",
    "/v2/users/data/get",
    [
      { ...inAcme, userId: "ada" },
      { allOrganizations: true, userIds: ["ada", "ada"] },
      { ...inAcme, userIds: ["ada"], userId: null },
    ],
    [inAcme, { userId: "ada" }, { allOrganizations: false, userId: "ada" }, { ...inAcme, userId: null }],
  ],
  [
    "an endpoint that returns or deletes what a filter selects accepts no unknown field",
    "/v2/users/data/get",
    [{ ...inAcme, userId: "ada", uniqueId: "x" }],
    [{ ...inAcme, userId: "ada", documentId: "plan" }],
  ],
  [
    "members to remove from a group are named, or all of them are removed",
    "/v2/organizations/usergroups/users/delete",
    [
      { ...inAcme, organizationUserGroupId: "engineers", userIds: [], deleteAll: true },
      { ...inAcme, organizationUserGroupId: "engineers", deleteAll: true },
      { ...inAcme, organizationUserGroupId: "engineers", userIds: ["ada"] },
    ],
    [
      { ...inAcme, organizationUserGroupId: "engineers" },
      { ...inAcme, organizationUserGroupId: "engineers", userIds: [] },
      { ...inAcme, organizationUserGroupId: "engineers", userIds: null, deleteAll: false },
    ],
  ],
  [
    "folders either inherit an access type or have their own",
    "/v2/organizations/folders/access/update",
    [
      { ...inAcme, folderIds: ["designs"], accessType: null, inheritFromParent: true },
      { ...inAcme, folderIds: ["designs"], accessType: "public", inheritFromParent: false },
    ],
    [{ ...inAcme, folderIds: ["designs"], accessType: "public", inheritFromParent: true }],
  ],
  [
    "a notification has texts unless a resolver creates them",
    "/v2/notifications/add",
    [
      { ...notification, isNotificationResolverUsed: true },
      { ...notification, displayHeadlineMessageTemplate: "New", displayBodyMessageTemplate: "Plan" },
      {
        ...notification,
        displayHeadlineMessageTemplate: "New",
        displayBodyMessage: "Plan",
        displayBodyMessageTemplate: null,
      },
    ],
    [
      notification,
      { ...notification, displayHeadlineMessageTemplate: "New" },
      { ...notification, displayBodyMessage: "Plan", isNotificationResolverUsed: false },
    ],
  ],
  [
    "a permission on a document names its organization",
    "/v2/auth/permissions/remove",
    [
      { userId: "ada", permissions: { resources: [{ type: "organization", id: "acme" }] } },
      { userId: "ada", permissions: { resources: [{ ...resource, ...inAcme }] } },
    ],
    [
      { userId: "ada", permissions: { resources: [resource] } },
      {
        userId: "ada",
        permissions: {
          resources: [
            { ...resource, ...inAcme },
            { ...resource, ...inAcme },
          ],
        },
      },
    ],
  ],
  [
    "tokens are revoked by user or by id",
    "/v2/auth/tokens/revoke",
    [{ userIds: ["ada"] }, { userIds: ["ada"], tokenIds: null }],
    [{}, { userIds: ["ada"], tokenIds: ["one"] }],
  ],
  [
    "content matches its type",
    "/v2/crdt/add",
    [
      { ...editor, type: "text", data: "one" },
      { ...editor, type: "map", data: { a: 1 } },
    ],
    [
      { ...editor, type: "text", data: ["one"] },
      { ...editor, type: "map", data: ["one"] },
    ],
  ],
  [
    "a webhook goes to an http(s) address",
    "/v2/workspace/advancedwebhook/endpoints/create",
    [endpoint, { url: "http://user:secret@10.0.0.7:65000/a?b=é#c" }, { ...endpoint, rateLimit: null }],
    [{ url: "" }, { url: "ftp://example.com" }, { url: "example.com" }, { ...endpoint, rateLimit: 0.5 }],
  ],
  [
    "a change of a webhook endpoint changes something",
    "/v2/workspace/advancedwebhook/endpoints/update",
    [{ endpointId: "one", rateLimit: null }],
    [{ endpointId: "one" }, { endpointId: "one", url: null }],
  ],
  [
    "a change of a configuration changes something",
    "/v2/workspace/emailconfig/update",
    [{ useEmailService: null }, { emailServiceConfig: { triggers: { "comment.add": true } } }],
    [{}, { emailServiceConfig: { triggers: { "comment.ad": true } } }],
  ],
  [
    "a change of the settings of an API key changes something",
    "/v2/workspace/apikeyconfig/update",
    [{ quota: null }, { requireJwtToken: true, quota: { bytes: null } }],
    [{}, { quota: { bytes: 0 } }, { requireJwtTokens: true }],
  ],
];

describe("openapi.json and the service agree:", () => {
  for (const [rule, path, valid, invalid] of rules)
    test(`${rule} (${path})`, async () => {
      const w = await world();
      const operation = contract.operations.find((one) => one.path === path) as Operation;
      const judge = async (data: object) => {
        const { body } = await w.request(path, data);
        return {
          data,
          isValidByContract: contract.requestFault(operation, { data }) === undefined,
          isTaken: body.error?.status !== "INVALID_ARGUMENT",
        };
      };
      const judged = [...(await Promise.all(valid.map(judge))), ...(await Promise.all(invalid.map(judge)))];
      const expected = (isValid: boolean) => (data: object) => ({ data, isValidByContract: isValid, isTaken: isValid });
      expect(judged).toStrictEqual([...valid.map(expected(true)), ...invalid.map(expected(false))]);
    });
});

test("a request may send any request id, and one that the log can't accept is replaced", async () => {
  const w = await world();
  const { headers, status } = await w.request("/v2/users/get", inAcme, {
    headers: { "x-request-id": "an id, of words" },
  });
  expect(status).not.toBe(400);
  expect(headers["x-request-id"]).toMatch(/^req_/);
});
