import assert from "node:assert/strict";
import { exampleWorld } from "./example-world.ts";
import type { World, world } from "./world.ts";

/** Lets migrations come to their end: some time passes between their stages. */
export async function migrate(w: World): Promise<void> {
  for (let stage = 0; stage < 5; stage++) {
    await w.drain();
    w.advance(10_000);
  }
  await w.drain();
}

/** An example world whose document `homepage` has data of every kind, also what stands in chunks. */
export async function fullWorld(options?: Parameters<typeof world>[0]): Promise<World> {
  const w = await exampleWorld(options);
  const place = { organizationId: "acme", documentId: "homepage" };
  const users = Array.from({ length: 30 }, (_, i) => ({ userId: `u${i}`, name: `User ${i}`, team: "core" }));
  await w.ok("/v2/users/add", { ...place, users });
  const resource = { type: "document", id: "homepage", organizationId: "acme", accessRole: "viewer" };
  await w.ok("/v2/auth/permissions/add", { user: { userId: "ada" }, permissions: { resources: [resource] } });
  await w.ok("/v2/presence/add", { ...place, users: [{ userId: "lin", status: "offline" }, { userId: "ada" }] });
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "notes", data: { deep: [[1], [2]] } });
  await w.ok("/v2/crdt/add", { ...place, editorId: "big", type: "text", data: "abc ".repeat(300_000) });
  await w.ok("/v2/notifications/config/set", {
    ...{ organizationId: "acme", documentIds: ["homepage"], userIds: ["lin", "grace"] },
    config: { inbox: "ALL", email: "NONE" },
  });
  const actionUser = { userId: "ada", name: "Ada" };
  const look = { displayHeadlineMessageTemplate: "News", displayBodyMessage: "Look" };
  const said = { actionUser, ...look, notifyUsers: [{ userId: "lin" }] };
  await w.ok("/v2/notifications/add", { ...place, ...said });
  await w.ok("/v2/notifications/add", { ...place, ...said, documentId: "roadmap" });
  const activities = [{ featureType: "custom", actionType: "x.y", actionUser, targetEntityId: "headline" }];
  await w.ok("/v2/activities/add", { ...place, activities });
  await w.ok("/v2/activities/add", { ...place, documentId: "roadmap", activities });
  await w.drain();
  return w;
}

/** Calls that read something of one document. */
const readsOf = (documentId: string): [path: string, data: object][] => {
  const place = { organizationId: "acme", documentId };
  return [
    ["/v2/users/get", place],
    ["/v2/presence/get", place],
    ["/v2/livestate/get", place],
    ["/v2/crdt/get", { ...place, includeUpdate: true }],
    ["/v2/crdt/get", { ...place, editorId: "big", includeUpdate: true }],
    ["/v2/recordings/get", place],
    ["/v2/commentannotations/get", place],
    ["/v2/commentannotations/comments/get", { ...place, annotationId: "ann-1" }],
    ["/v2/notifications/get", place],
    ["/v2/notifications/get", { ...place, userId: "lin" }],
    ["/v2/notifications/config/get", { organizationId: "acme", userId: "lin", documentIds: [documentId] }],
    ["/v2/activities/get", place],
    ["/v2/activities/get", { ...place, targetEntityId: "headline" }],
    ["/v2/auth/permissions/get", { organizationId: "acme", userIds: ["ada", "lin"], documentIds: [documentId] }],
  ];
};

/** Calls that read lists in which the document, or what belongs to it, stands among others. */
const lists: [path: string, data: object][] = [
  ["/v2/organizations/documents/get", {}],
  ["/v2/organizations/documents/get", { folderId: "designs" }],
  ["/v2/users/get", { allDocuments: true, groupByDocumentId: true }],
  ["/v2/recordings/get", {}],
  ["/v2/recordings/get", { recordingIds: ["rec-headline"] }],
  ["/v2/commentannotations/get", {}],
  ["/v2/commentannotations/get", { annotationIds: ["ann-1", "headline"] }],
  ["/v2/commentannotations/get", { folderId: "designs" }],
  ["/v2/notifications/get", {}],
  ["/v2/notifications/get", { userId: "lin" }],
  ["/v2/notifications/get", { notificationIds: ["welcome"] }],
  ["/v2/activities/get", {}],
  ["/v2/activities/get", { targetEntityId: "headline" }],
  ["/v2/users/data/get", { userId: "ada" }],
  ["/v2/users/data/get", { userId: "lin" }],
];

/** What can be read of a document; undefined when for every reader it is not there. What is read of half of it fails. */
export async function readDocument(w: World, documentId: string): Promise<unknown> {
  const calls = readsOf(documentId);
  const answers = await Promise.all(calls.map(([path, data]) => w.request(path, data)));
  const missing = answers.filter(({ status }) => status === 404);
  if (missing.length === answers.length) return undefined;
  assert.deepEqual(missing, [], "there for some readers, gone for others");
  return answers.map(({ body }, i) => [calls[i]?.[0], anonymous(body.result, documentId)]);
}

/** What lists show, with the id that the document has there, or ids, in order. */
export async function readLists(w: World, ids: string[]): Promise<{ shown: unknown; ids: string[] }> {
  const answers = await Promise.all(lists.map(([path, data]) => w.ok(path, { organizationId: "acme", ...data })));
  const counts = { documentIds: ids, userId: "ada" };
  const { data: count } = await w.ok("/v2/commentannotations/count/get", { organizationId: "acme", ...counts });
  const numbers = Object.values(count).map((one) => JSON.stringify(one));
  const found = ids.filter((id) => JSON.stringify(answers).includes(JSON.stringify(id)));
  let shown: unknown = answers.map((answer, i) => [lists[i], answer]);
  for (const id of ids) shown = anonymous(shown, id);
  return { shown: [shown, numbers.sort()], ids: found };
}

function anonymous(value: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(JSON.stringify(id), '"the document"'));
}
