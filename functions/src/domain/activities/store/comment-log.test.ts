import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const place = { organizationId: "acme", documentId: "plan" };
const ada = { userId: "ada", name: "Ada Lovelace" };
const lin = { userId: "lin" };
const says = (commentText: string, more: object = {}) => ({ commentText, from: ada, triggerActivities: true, ...more });

/** A world with a document whose activities are logged. */
async function loggedWorld(change: object = {}): Promise<World> {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { isEnabled: true, ...change } });
  w.advance(60_000);
  return w;
}

const start = (w: World, comment: object, more: object = {}) =>
  w.ok("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [{ annotationId: "ann", commentData: [comment], ...more }],
  });

const reply = (w: World, ...commentData: object[]) =>
  w.ok("/v2/commentannotations/comments/add", { ...place, annotationId: "ann", commentData });

const change = (w: World, updatedData: object) =>
  w.ok("/v2/commentannotations/comments/update", { ...place, annotationId: "ann", commentIds: [7], updatedData });

/** The log, the oldest record first. */
async function logOf(w: World): Promise<Record<string, unknown>[]> {
  return (await w.ok("/v2/activities/get", { ...place, order: "asc" })).data;
}

test("threads, comments, changes and reactions are each logged once, with the acting user and the action", async () => {
  const w = await loggedWorld();
  await start(w, says("Hello"));
  w.advance(1);
  await reply(w, says("More", { commentId: 7, from: lin }), says("Quiet", { triggerActivities: false }));
  w.advance(1);
  await change(w, { commentText: "Less", triggerActivities: true });
  w.advance(1);
  await change(w, { reactionAnnotations: [{ icon: "+1", from: ada }], triggerActivities: true });
  const log = await logOf(w);
  expect(log.map(({ actionType, targetSubEntityId }) => [actionType, targetSubEntityId])).toStrictEqual([
    ["comment_annotation.add", undefined],
    ["comment.add", "7"],
    ["comment.update", "7"],
    ["comment.reaction_add", "7"],
  ]);
  expect(log[0]).toMatchObject({
    featureType: "comment",
    targetEntityId: "ann",
    actionUser: ada,
    displayMessageTemplate: "{{actionUser.name}} started a thread",
    displayMessageTemplateData: { actionUser: ada },
    metadata: place,
  });
  expect(log.map(({ actionUser }) => (actionUser as { userId: string }).userId)).toStrictEqual([
    "ada",
    "lin",
    "lin",
    "ada",
  ]);
  expect(JSON.stringify(log)).not.toMatch(/Hello|More|Less/);
});

test("nothing is logged without the flag, with the feature off, or with the event's trigger off", async () => {
  const w = await loggedWorld({ triggers: { comment: { "comment.add": false } } });
  await start(w, { ...says("Hello"), triggerActivities: false });
  await reply(w, says("More", { commentId: 7 }));
  expect(await logOf(w)).toStrictEqual([]);
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { isEnabled: false } });
  w.advance(60_000);
  await change(w, { commentText: "Less", triggerActivities: true });
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { isEnabled: true } });
  w.advance(60_000);
  expect(await logOf(w)).toStrictEqual([]);
});

test("a thread with restricted visibility is not logged", async () => {
  const w = await loggedWorld();
  await start(w, says("Secret"), { visibility: { type: "restricted", userIds: ["ada"] } });
  await reply(w, says("More"));
  expect(await logOf(w)).toStrictEqual([]);
});

test("each record is sent to the customer's servers as an event", async () => {
  const w = await loggedWorld();
  await addEndpoint(w, "one", { filterTypes: ["activity.add"] });
  await start(w, says("Hello"));
  await w.drain();
  const [record] = await logOf(w);
  const data = {
    ...{ activityId: record?.id, featureType: "comment", actionType: "comment_annotation.add" },
    targetEntityId: "ann",
  };
  expect(await eventsSent(w)).toMatchObject([["activity.add", data]]);
});

test("a call logs at most 200 events", async () => {
  const w = await loggedWorld();
  await start(w, { ...says("Hello"), triggerActivities: false });
  await reply(w, ...Array.from({ length: 250 }, (_, i) => says(`${i}`, { commentId: 1000 + i })));
  expect((await logOf(w)).length).toBe(200);
});
