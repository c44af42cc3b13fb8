import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { START, type World } from "#testing/harness/world";

const path = "/v2/auth/access/check";

/** 2035-01-01T00:00:00Z in seconds. */
const END = 2_051_222_400;

type Resource = { type: string; id: string; organizationId?: string };

const document = (id: string, organizationId = "acme"): Resource => ({ type: "document", id, organizationId });
const folder = (id: string): Resource => ({ type: "folder", id, organizationId: "acme" });

async function grant(w: World, userId: string, resource: object): Promise<void> {
  await w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources: [resource] } });
}

/** `denied: …` or `granted by …` for each question. */
async function explanations(w: World, ...questions: [userId: string, resource: Resource, action?: string][]) {
  const requestQuestions = questions.map(([userId, resource, action]) => ({
    userId,
    resource,
    ...(action && { action }),
  }));
  const { data } = await w.ok(path, { questions: requestQuestions });
  return data.map(({ explanation }: { explanation: string }) => explanation);
}

function byDefault(w: World, defaultDocumentAccessType: string) {
  return w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType });
}

test("questions are answered in their order: whether access is allowed, role, expiry, the deciding rule and the enclosing places", async () => {
  const w = await exampleWorld();
  await byDefault(w, "restricted");
  await grant(w, "zoe", { ...folder("designs"), accessRole: "viewer", expiresAt: END });
  const resource = document("homepage");
  const { message, data } = await w.ok(path, {
    questions: [
      { userId: "zoe", resource },
      { userId: "zoe", resource, action: "write" },
      { userId: "ada", resource },
      { userId: "zoe", resource },
    ],
  });
  const viewerAccess = { accessRole: "viewer", accessType: "restricted", expiresAt: END };
  const rule = {
    id: "folderRole",
    sentence: "The user has a role on a folder; the nearest one comes before others and before the organization.",
    on: { type: "folder", id: "designs" },
    by: "grant",
  };
  const grantedRole = { by: "grant", accessRole: "viewer", expiresAt: END, ended: false };
  const chainWith = (onOrganization: object[], onFolder: object[]) => [
    { type: "organization", id: "acme", disabled: false, roles: onOrganization },
    { type: "folder", id: "designs", roles: onFolder },
    { type: "document", id: "homepage", disabled: false, roles: [] },
  ];
  const chain = chainWith([], [grantedRole]);
  const read = { userId: "zoe", resource, action: "read", allowed: true, ...viewerAccess, rule, chain };
  const explanation = "granted by folder `designs`, role viewer, until 2035-01-01T00:00:00Z";
  expect(message).toBe("Access checked successfully.");
  expect(data).toStrictEqual([
    { ...read, explanation },
    {
      ...read,
      action: "write",
      allowed: false,
      errorCode: "permission_denied",
      explanation: "denied: write needs role editor, folder `designs` gives role viewer, until 2035-01-01T00:00:00Z",
    },
    {
      userId: "ada",
      resource,
      action: "read",
      allowed: false,
      accessType: "restricted",
      errorCode: "permission_denied",
      explanation: "denied: access type restricted by default, no role held below the organization",
      rule: {
        id: "noRole",
        sentence: "The user has no role that counts, and the access type does not let everybody read.",
      },
      chain: chainWith([{ by: "membership", accessRole: "editor", ended: false }], []),
    },
    { ...read, explanation },
  ]);
});

test("one call asks about organizations, folders and documents, of several organizations too", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/organizations/documents/add", { organizationId: "globex", documents: [{ documentId: "plan" }] });
  const answers = await explanations(
    w,
    ["ada", { type: "organization", id: "acme" }],
    ["ada", { type: "organization", id: "globex" }],
    ["ada", folder("logos"), "write"],
    ["zoe", folder("logos")],
    ["ada", document("plan", "globex"), "write"],
    ["lin", document("homepage"), "write"],
  );
  expect(answers).toStrictEqual([
    "granted by membership of organization `acme`, role editor",
    "denied: no role held on organization `globex`",
    "granted by membership of organization `acme`, role editor",
    "granted by access type public by default, role viewer",
    "denied: write needs role editor, access type public by default gives role viewer",
    "granted by document `homepage`, role editor",
  ]);
});

test("a resource that is missing, belongs to another tenant or lacks its organization is refused without failing the others", async () => {
  const w = await exampleWorld();
  const questions = [
    { userId: "ada", resource: document("gone") },
    { userId: "ada", resource: document("homepage", "nowhere") },
    { userId: "ada", resource: { type: "organization", id: "nowhere" } },
    { userId: "ada", resource: document("homepage") },
  ];
  const { data } = await w.ok(path, { questions });
  expect(data[0]).toStrictEqual({
    ...questions[0],
    action: "read",
    allowed: false,
    errorCode: "does_not_exist",
    explanation: "denied: document `gone` does not exist",
    rule: {
      id: "missingResource",
      sentence: "The resource, its organization or a folder above it does not exist.",
      on: { type: "document", id: "gone" },
    },
  });
  const codes = data.map(({ errorCode }: { errorCode?: string }) => errorCode);
  expect(codes).toStrictEqual(["does_not_exist", "does_not_exist", "does_not_exist", undefined]);
  const foreign = await w.ok(path, { questions: questions.slice(3) }, { tenant: await w.newTenant() });
  expect(foreign.data[0].errorCode).toBe("does_not_exist");
});

test("an unknown user may do what everybody may do", async () => {
  const w = await exampleWorld();
  const answers = await explanations(
    w,
    ["nobody", document("roadmap")],
    ["nobody", { type: "organization", id: "acme" }],
  );
  expect(answers).toStrictEqual([
    "granted by access type public by default, role viewer",
    "denied: no role held on organization `acme`",
  ]);
});

test("membership of a user group grants no access", async () => {
  const w = await exampleWorld();
  await byDefault(w, "organizationPrivate");
  const group = { organizationId: "acme", organizationUserGroupId: "engineers" };
  await w.ok("/v2/organizations/usergroups/users/add", { ...group, userIds: ["zoe"] });
  expect(await explanations(w, ["zoe", document("roadmap")])).toStrictEqual([
    "denied: access type organizationPrivate by default, no role held",
  ]);
});

test("the chain shows an expired role, own access types and disabled places, and the rule names the place", async () => {
  const w = await exampleWorld();
  await grant(w, "zoe", { ...document("homepage"), expiresAt: START / 1000 + 60 });
  const organizations = { organizationIds: ["acme"], disabled: true };
  await w.ok("/v2/organizations/folders/access/update", {
    ...{ organizationId: "acme", folderIds: ["designs"], accessType: "public" },
  });
  w.advance(60_000);
  const ask = async () =>
    (await w.ok(path, { questions: [{ userId: "zoe", resource: document("homepage") }] })).data[0];
  const { rule, chain } = await ask();
  expect(rule).toMatchObject({ id: "publicAccess", on: { type: "folder", id: "designs" } });
  expect(chain).toStrictEqual([
    { type: "organization", id: "acme", disabled: false, roles: [] },
    { type: "folder", id: "designs", accessType: "public", roles: [] },
    {
      ...{ type: "document", id: "homepage", disabled: false },
      roles: [{ by: "grant", accessRole: "editor", expiresAt: START / 1000 + 60, ended: true }],
    },
  ]);
  await w.ok("/v2/organizations/access/disablestate/update", organizations);
  const closed = await ask();
  expect(closed.rule).toMatchObject({ id: "disabledOrganization", on: { type: "organization", id: "acme" } });
  expect(closed.chain[0].disabled).toBe(true);
});

test("a disabled resource is inaccessible until it is enabled again, and a role ends at its expiry second", async () => {
  const w = await exampleWorld();
  await byDefault(w, "restricted");
  await grant(w, "zoe", { ...document("roadmap"), expiresAt: START / 1000 + 60 });
  const ask = async () => (await explanations(w, ["zoe", document("roadmap"), "write"]))[0];
  const granted = "granted by document `roadmap`, role editor, until 2026-01-05T09:01:00Z";
  const disable = (disabled: boolean) =>
    w.ok("/v2/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled });
  expect(await ask()).toBe(granted);
  await disable(true);
  expect(await ask()).toBe("denied: organization `acme` is disabled");
  await disable(false);
  w.advance(59_999);
  expect(await ask()).toBe(granted);
  w.advance(1);
  expect(await ask()).toBe("denied: access type restricted by default, no role held below the organization");
});

test("101 questions, an empty list and an unknown action are refused", async () => {
  const w = await exampleWorld();
  const question = { userId: "ada", resource: document("roadmap") };
  const messageOf = async (questions: object[]) => (await w.fails(path, { questions })).message;
  expect(await messageOf(Array(101).fill(question))).toBe("data.questions must have at most 100 items.");
  expect(await messageOf([])).toMatch(/^data\.questions must not be empty/);
  expect(await messageOf([{ ...question, action: "manage" }])).toMatch(/^data\.questions\[0\]\.action must be/);
  const incompleteResource = { type: "document", id: "roadmap" };
  expect(await messageOf([{ ...question, resource: incompleteResource }])).toMatch(
    /^data\.questions\[0\]\.resource\.organizationId is/,
  );
});

test("a hundred questions share their reads, in as many round trips as the deepest one needs", async () => {
  const w = await exampleWorld();
  const documents = Array.from({ length: 50 }, (_, i) => ({ documentId: `d${i}` }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", folderId: "logos", documents });
  const ids = documents.map(({ documentId }) => documentId);
  const questions = ids.flatMap((id) =>
    ["read", "write"].map((action) => ({ userId: "zoe", resource: document(id), action })),
  );
  await w.ok(path, { questions });
  const { data } = await w.ok(path, { questions });
  const { reads, writes, trips } = w.logged.at(-1)?.fields ?? {};
  expect(data.length).toBe(100);
  // Documents, the organization and two folders; the 101 pointers read again; and queries for roles, of 30 levels at most each.
  expect({ reads, writes, trips }).toStrictEqual({ reads: 50 + 3 + 101 + 2 * 4, writes: 0, trips: 3 });
});
