import assert from "node:assert/strict";
import { test } from "node:test";
import * as Y from "yjs";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { eve, isForgotten, leaveTraces, lin, tracesOf } from "#testing/fixtures/erasure/user-traces";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { faultyStore } from "#testing/harness/faulty-store";
import { dumpBelow } from "#testing/harness/store-dump";
import { takeOver } from "#testing/harness/take-over";
import { type World, world } from "#testing/harness/world";
import deleteUserData from "./delete-user-data.ts";

const path = "/v2/users/data/delete";
const gone = { userId: "deleted-user", name: "Deleted user" };
const plan = { organizationId: "acme", documentId: "plan" };

async function forget(w: World, more: object = {}): Promise<string> {
  const { data } = await w.ok(path, { userIds: [eve.userId], ...more });
  return data.jobId;
}

const everything = (w: World) => dumpBelow(w.context.store, apiKeyPath(w.tenant.apiKeyId));

/** The store's text without the versions and what differs from run to run. */
async function contents(w: World): Promise<Record<string, string>> {
  const all = Object.entries(await everything(w)).filter(([at]) => !at.includes("/dataDeletions/"));
  return Object.fromEntries(all.map(([at, text]) => [at, text.slice(text.indexOf(" "))]));
}

test("a user who has left traces everywhere is nowhere afterwards, and what does not name them is untouched", async () => {
  const w = await world();
  await leaveTraces(w);
  await leaveTraces(w, "globex");
  const before = await everything(w);
  const traces = await tracesOf(w, eve);
  assert.ok(traces.length > 60, `only ${traces.length} traces were left`);
  await isForgotten(w, await forget(w));
  assert.deepEqual(await tracesOf(w, eve), []);

  const after = await everything(w);
  const others = Object.keys(before).filter((at) => !traces.includes(at));
  const changed = others.filter((at) => after[at] !== before[at]);
  // What lin has received from eve.
  assert.equal(changed.length, 2);
  for (const at of changed) assert.ok(before[at]?.includes('"notificationId":"ntf-of-eve"') && after[at] === undefined);
  assert.equal(await w.context.store.count({ collection: "tasks" }), 0);
});

test("what others have written stays, without the user", async () => {
  const w = await world();
  await leaveTraces(w);
  await isForgotten(w, await forget(w));
  const users = await w.ok("/v2/users/get", { organizationId: "acme" });
  assert.deepEqual(users.data, [{ ...lin, manager: gone, team: ["core"] }]);
  const [organization] = (await w.ok("/v2/organizations/get", { organizationIds: ["acme"] })).data;
  assert.deepEqual(
    [organization.plan, organization.owner, organization.ownerUserId, organization.deputies],
    ["pro", gone, "deleted-user", [lin, gone]],
  );
  const states = await w.ok("/v2/livestate/get", plan);
  const byId = new Map(states.data.map((state: { liveStateDataId: string }) => [state.liveStateDataId, state]));
  const stateOf = (id: string) => (byId.get(id) as { data: unknown }).data;
  assert.deepEqual(stateOf("cursors"), {
    people: [gone, { ...lin, x: 2 }],
    speaker: gone,
    slide: 3,
    votes: { lin: "no" },
  });
  assert.deepEqual(stateOf("own"), gone);
  assert.deepEqual(stateOf("free"), { constructor: [[lin]] });

  const activities = (await w.ok("/v2/activities/get", { ...plan, order: "asc" })).data;
  const named = activities.find(({ id }: { id: string }) => id === "plan-lin");
  assert.equal(activities.length, 3);
  const about = activities.find(({ id }: { id: string }) => id === "plan-about");
  assert.deepEqual([about.targetEntityId, about.entityData], ["deleted-user", gone]);
  assert.deepEqual(named.changes, {
    assignee: { from: lin, to: gone },
    assigneeId: { from: "Deleted user", to: "lin" },
  });
  assert.deepEqual(named.entityData, { watchers: [gone, lin], assignedUserId: "deleted-user" });
  assert.deepEqual(named.displayMessageTemplateData, {
    user: lin,
    name: "Deleted user",
    mail: "Deleted user",
    to: gone,
    lin: lin.name,
  });
  assert.deepEqual([named.actionUser, named.requester, named.userId], [lin, gone, "deleted-user"]);

  const recordings = (await w.ok("/v2/recordings/get", plan)).data;
  assert.deepEqual(
    recordings.map((recording: Record<string, unknown>) => [
      recording.annotationId,
      recording.from,
      recording.speakers,
    ]),
    [
      ["rec-lin", lin, [gone, lin]],
      ["rec-quiet", lin, undefined],
    ],
  );
});

test("threads of others stay, without the user's comments, mentions, reactions and statuses", async () => {
  const w = await world();
  await leaveTraces(w);
  await isForgotten(w, await forget(w));
  const { data } = await w.ok("/v2/commentannotations/get", plan);
  const ids = data.map(({ annotationId }: { annotationId: string }) => annotationId);
  assert.deepEqual(ids.sort(), ["of-both", "of-lin"]);
  const thread = data.find(({ annotationId }: { annotationId: string }) => annotationId === "of-both");
  assert.deepEqual([thread.from, thread.assignedTo, thread.context], [gone, undefined, { for: gone, page: 1 }]);
  assert.deepEqual(
    [thread.statusUpdatedByUserId, thread.resolvedByUserId, thread.resolvedByUser],
    Array(3).fill(undefined),
  );
  assert.deepEqual([thread.visibility.userIds, thread.viewedByUserIds], [["lin"], ["lin"]]);
  const [comment, ...more] = thread.comments;
  assert.deepEqual(more, []);
  assert.equal(comment.commentText, "Deleted user, Deleted user, @Lin Chen: write to Deleted user.");
  assert.equal(comment.commentHtml, "<b>Deleted user</b> and {{lin}}");
  assert.deepEqual(comment.taggedUserContacts, [{ text: "@Lin Chen", userId: "lin", contact: lin }]);
  assert.deepEqual([comment.reactionCount, comment.reactionAnnotations[0].icon], [1, "star"]);
  assert.deepEqual(comment.context, { reviewers: [gone, lin] });
});

test("editors hold what they held, without the user, and clients that have joined follow", async () => {
  const w = await world();
  await leaveTraces(w);
  const editor = async (editorId: string) => {
    const { data } = await w.ok("/v2/crdt/get", { ...plan, editorId, includeUpdate: true });
    return data[0];
  };
  const client = new Y.Doc();
  Y.applyUpdate(client, Buffer.from((await editor("map")).update, "base64"));
  const quiet = await editor("quiet");
  // Too large for one document of the store.
  const large = { ...plan, editorId: "large", type: "array", data: [eve, "x".repeat(800_000)] };
  await w.ok("/v2/crdt/add", large);
  await isForgotten(w, await forget(w));
  const map = { people: [gone, lin], ownerUserId: "deleted-user", title: "Plan", done: true };
  const { data, update } = await editor("map");
  assert.deepEqual(data, map);
  Y.applyUpdate(client, Buffer.from(update, "base64"));
  assert.deepEqual(client.getMap("content").toJSON(), map);
  assert.equal((await editor("text")).data, "For Deleted user and {{lin}}.");
  assert.deepEqual((await editor("array")).data, [gone, [lin]]);
  const { data: elements, update: state } = await editor("large");
  assert.deepEqual(elements, [gone, "x".repeat(800_000)]);
  assert.ok(!Buffer.from(state, "base64").includes(eve.userId));
  assert.deepEqual(await tracesOf(w, eve), []);
  assert.deepEqual(await editor("quiet"), quiet);
});

test("events and what became of them lose the user, those of other organizations only with these", async () => {
  for (const organizationIds of [undefined, ["acme"]]) {
    const w = await world();
    await leaveTraces(w);
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globex" }] });
    const key = apiKeyPath(w.tenant.apiKeyId);
    const message = (organizationId: string) => ({
      eventType: "user.add",
      channels: [`organization:${organizationId}`],
      createdAt: 1,
      deleteAt: new Date(2),
      event: JSON.stringify({
        id: "evt",
        type: "user.add",
        timestamp: 1,
        source: "service",
        data: { userId: eve.userId, user: eve, by: lin, metadata: { apiKey: "k", organizationId } },
      }),
    });
    const attempts = [`{"seen":"${eve.userId}"}`, "fine"].map((response) => ({
      at: 1,
      duration: 2,
      status: 200,
      response,
    }));
    const delivery = {
      messageId: "m",
      endpointId: "e",
      eventType: "user.add",
      status: "succeeded",
      attempts: 2,
      createdAt: 1,
    };
    await w.context.store.commit([
      { op: "create", path: `${key}/messages/a`, data: message("acme") },
      { op: "create", path: `${key}/messages/g`, data: message("globex") },
      {
        op: "create",
        path: `${key}/deliveries/d`,
        data: { ...delivery, log: JSON.stringify(attempts), deleteAt: new Date(2) },
      },
    ]);
    await isForgotten(w, await forget(w, { organizationIds }));
    assert.deepEqual(await tracesOf(w, eve), organizationIds ? [`${key}/messages/g`] : []);
    const [a, d] = await w.context.store.getMany([`${key}/messages/a`, `${key}/deliveries/d`]);
    assert.deepEqual(JSON.parse(String(a?.data.event)).data, {
      userId: "deleted-user",
      user: gone,
      by: lin,
      metadata: { apiKey: "k", organizationId: "acme" },
    });
    assert.deepEqual(JSON.parse(String(d?.data.log)), [{ at: 1, duration: 2, status: 200 }, attempts[1]]);
  }
});

test("notifications of the user go with what others have received of them, those of others stay", async () => {
  const w = await world();
  await leaveTraces(w);
  await isForgotten(w, await forget(w));
  const { data } = await w.ok("/v2/notifications/get", { organizationId: "acme", documentId: "plan" });
  assert.deepEqual(data.map(({ id }: { id: string }) => id).sort(), ["ntf-naming-eve", "ntf-of-lin"].sort());
  const named = data.find(({ id }: { id: string }) => id === "ntf-naming-eve");
  assert.deepEqual(named.notifyUsers, [{ userId: "grace" }]);
  assert.deepEqual(named.displayHeadlineMessageTemplateData, {
    project: "Atlas",
    recipientUser: gone,
    who: "Deleted user",
    id: "Deleted user",
    stays: lin.name,
  });
  assert.deepEqual(named.notificationSourceData, { comment: { from: gone, text: "Hi Deleted user" }, by: lin });
  const received = await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "grace" });
  assert.equal(received.data.length, 2);
});

test("nobody is told of a deletion, nor of what it changes", async () => {
  const w = await world();
  await leaveTraces(w);
  await w.drain();
  w.receivers.calls.length = 0;
  await addEndpoint(w, "all");
  await isForgotten(w, await forget(w));
  assert.deepEqual(await eventsSent(w), []);
});

test("a deletion in some organizations leaves the others alone", async () => {
  const w = await world();
  await leaveTraces(w);
  await leaveTraces(w, "globex");
  const inGlobex = (traces: string[]) => traces.filter((at) => at.includes("/organizations/globex"));
  const before = await tracesOf(w, eve);
  await isForgotten(w, await forget(w, { organizationIds: ["acme"] }));
  assert.deepEqual(await tracesOf(w, eve), inGlobex(before));
});

test("immutable activities of the user go too: the law outranks the setting", async () => {
  const w = await world();
  await leaveTraces(w);
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { immutable: true } });
  await isForgotten(w, await forget(w));
  assert.deepEqual(await tracesOf(w, eve), []);
});

test("a deletion that is cut off at any point goes on where it was, and its end is the same", async () => {
  const whole = await world();
  await leaveTraces(whole);
  await isForgotten(whole, await forget(whole));
  const expected = Object.keys(await contents(whole)).length;
  let cuts = 0;
  for (let point = 1; ; point = point * 2 + 1) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
    await leaveTraces(w);
    fault.left = point;
    const { status } = await w.request(path, { userIds: [eve.userId] });
    await w.drain().catch(() => undefined);
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await takeOver(w);
    if (status !== 200 && (await tracesOf(w, eve)).length > 0) await forget(w);
    await w.drain();
    assert.deepEqual(await tracesOf(w, eve), []);
    assert.equal(Object.keys(await contents(w)).length, expected);
    assert.equal(await w.context.store.count({ collection: "tasks" }), 0);
    if (!isHit) break;
    cuts++;
  }
  assert.ok(cuts > 5, `only ${cuts} points were tried`);
});

test("two runs at once, a run after the end and a run whose record is gone do no harm", async () => {
  const w = await world();
  await leaveTraces(w);
  const add = w.context.queue.start;
  w.context.queue.start = async () => {};
  const jobId = await forget(w);
  w.context.queue.start = add;
  const deletion = `${apiKeyPath(w.tenant.apiKeyId)}/dataDeletions/${jobId}`;
  await Promise.all([deleteUserData.run(w.context, { deletion }), deleteUserData.run(w.context, { deletion })]);
  assert.deepEqual(await tracesOf(w, eve), []);
  const done = await everything(w);
  await deleteUserData.run(w.context, { deletion });
  await deleteUserData.run(w.context, { deletion: `${deletion}-gone` });
  assert.deepEqual(await everything(w), done);
});

test("a run goes on behind the position that an earlier one has noted, and knows what that one had learnt", async () => {
  const w = await world();
  await leaveTraces(w);
  const key = apiKeyPath(w.tenant.apiKeyId);
  const deletion = `${key}/dataDeletions/d`;
  const position = `${key}/organizations/acme/documents/notes/users/${lin.userId}`;
  const learnt = { emails: [eve.email.toLowerCase()], names: [eve.name] };
  const data = { createdAt: 0, tasksCount: 1, tasksLeft: 1, userIds: [eve.userId], position, ...learnt };
  await w.context.store.commit([{ op: "create", path: deletion, data }]);
  const before = await tracesOf(w, eve);
  await deleteUserData.run(w.context, { deletion });
  const passed = (at: string) => /acme\/(users|grants|userGroups|folders)|notes\/users\//.test(at);
  assert.deepEqual(await tracesOf(w, eve), before.filter(passed));
  assert.ok(before.some(passed));
});

test("what others write meanwhile is not lost", async () => {
  const w = await world();
  await leaveTraces(w);
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  const thread = { ...plan, annotationId: "of-both" };
  const writes = numbers.flatMap((i) => [
    () => w.ok("/v2/commentannotations/comments/add", { ...thread, commentData: [{ commentId: 100 + i, from: lin }] }),
    () => w.ok("/v2/livestate/broadcast", { ...plan, liveStateDataId: "cursors", data: { [`k${i}`]: i }, merge: true }),
  ]);
  const [jobId] = await Promise.all([forget(w), ...writes.map((write) => write())]);
  await isForgotten(w, jobId);
  assert.deepEqual(await tracesOf(w, eve), []);
  const { data } = await w.ok("/v2/commentannotations/comments/get", thread);
  const ids = data.map(({ commentId }: { commentId: number }) => commentId);
  assert.deepEqual(ids, [1, ...numbers.map((i) => 100 + i)]);
  const states = (await w.ok("/v2/livestate/get", { ...plan, liveStateDataId: "cursors" })).data;
  for (const i of numbers) assert.equal(states[0].data[`k${i}`], i);
});

test("a thread that would become too large without the user goes, and the job comes to its end", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...plan, createDocument: true, users: [lin] });
  const of = (annotationId: string, commentText: string) => ({
    annotationId,
    commentData: [{ from: lin, commentText }],
  });
  const commentAnnotations = [of("full", "{{e}}".repeat(190_000)), of("small", "{{e}}")];
  await w.ok("/v2/commentannotations/add", { ...plan, commentAnnotations });
  await isForgotten(w, await forget(w, { userIds: ["e"] }));
  const { data } = await w.ok("/v2/commentannotations/get", plan);
  assert.deepEqual(
    data.map((thread: { annotationId: string; comments: { commentText: string }[] }) => [
      thread.annotationId,
      thread.comments[0]?.commentText,
    ]),
    [["small", "Deleted user"]],
  );
  assert.ok(w.logged.some(({ level, message }) => level === "warn" && /cannot be redacted/.test(message)));
});
