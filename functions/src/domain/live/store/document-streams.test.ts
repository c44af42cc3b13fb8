import { expect, test } from "@jest/globals";
import type { ThreadVisibility } from "#domain/comments/comment-annotation";
import { packThread, type StoredThread, unpackThread } from "#domain/comments/store/stored-thread";
import type { Store } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { secondProcess } from "#testing/harness/processes/second-process";
import { eachStore } from "#testing/harness/store/each-store";
import { twoConnections } from "#testing/harness/store/two-connections";
import { announceQueries } from "#testing/harness/store/watched-queries";
import { quietStreamWorld, StreamWorld, streamWorld } from "#testing/harness/streams";
import type { WorldOptions } from "#testing/harness/world";

const place = { organizationId: "acme", documentId: "homepage" };
const comment = (annotationId: string, more = {}) => ({
  ...{
    annotationId,
    commentData: [{ commentText: "Look", from: { userId: "ada", name: "Ada", email: "a@example.com" } }],
  },
  ...more,
});
const news = (notificationId: string, userId: string, documentId = "homepage") => ({
  organizationId: "acme",
  documentId,
  notificationId,
  actionUser: { userId: "grace" },
  notifyAll: false,
  notifyUsers: [{ userId }],
  displayHeadlineMessageTemplate: "News",
  displayBodyMessage: "Look",
});

for (const [name, options] of eachStore) {
  test(`over ${name} a stream begins with what the read endpoints return to its user`, async () => {
    const s = await streamWorld(await options());
    const client = await s.open("ada");
    const token = await s.w.token("ada");
    const read = async (path: string, more = {}) => (await s.w.ok(path, { ...place, ...more }, { token })).data;
    const of = (event: string) => client.events.filter((received) => received.event === event).map(({ data }) => data);
    const byId = (field: string, list: Record<string, string>[]) =>
      list.toSorted((a, b) => ((a[field] ?? "") < (b[field] ?? "") ? -1 : 1));
    expect(of("presence")).toStrictEqual(await read("/v2/presence/get"));
    expect(of("livestate")).toStrictEqual(await read("/v2/livestate/get"));
    expect(byId("annotationId", of("comment"))).toStrictEqual(
      byId("annotationId", await read("/v2/commentannotations/get")),
    );
    expect(byId("id", of("notification"))).toStrictEqual(
      byId("id", await read("/v2/notifications/get", { userId: "ada" })),
    );
    for (const kind of ["presence", "livestate", "comment", "notification"])
      expectWithContext(of(kind).length, kind).toBeGreaterThan(0);
    expect(client.events[0]?.data.present.presence).toStrictEqual(["ada", "grace", "lin"]);
  });

  test(`over ${name} a stream reports what is added, changed and removed`, async () => {
    const s = await quietStreamWorld(await options());
    const client = await s.open("ada");
    expect(client.events[0]?.data).toStrictEqual({
      ...place,
      present: { presence: [], livestate: [], comment: [], notification: [] },
    });
    expect(client.story()).toStrictEqual(["ready"]);
    const steps: [path: string, data: object, received: string[]][] = [
      ["/v2/presence/add", { ...place, users: [{ userId: "lin", status: "online" }] }, ["presence lin"]],
      ["/v2/presence/update", { ...place, users: [{ userId: "lin", status: "away" }] }, ["presence lin"]],
      ["/v2/presence/delete", { ...place, userIds: ["lin"] }, ["presence lin removed"]],
      ["/v2/livestate/broadcast", { ...place, liveStateDataId: "cursor", data: { x: 1 } }, ["livestate cursor"]],
      ["/v2/commentannotations/add", { ...place, commentAnnotations: [comment("t")] }, ["comment t"]],
      ["/v2/commentannotations/delete", { ...place, annotationIds: ["t"] }, ["comment t removed"]],
      ["/v2/notifications/add", news("n", "ada"), ["notification n"]],
      ["/v2/notifications/add", news("other", "lin"), []],
      ["/v2/notifications/delete", { organizationId: "acme", notificationIds: ["n"] }, ["notification n removed"]],
    ];
    for (const [path, data, received] of steps) {
      s.w.advance(1000);
      await s.w.ok(path, data);
      await s.w.drain();
      await s.until(() => client.events.length >= received.length);
      expectWithContext(client.story(), path).toStrictEqual(received);
    }
  });

  test(`over ${name} a client that reconnects with its last id receives the changes since, and the ids that still exist`, async () => {
    const s = await quietStreamWorld(await options());
    await s.w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "a", data: {} });
    await s.w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [comment("t"), comment("u")] });
    const first = await s.open("ada");
    expect(inAnyOrder(first.story())).toStrictEqual(["ready", "comment t", "comment u", "livestate a"]);
    first.leave();
    await s.w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "b", data: {} });
    await s.w.ok("/v2/commentannotations/delete", { ...place, annotationIds: ["t"] });
    await s.pass(20_000);
    const second = await s.open("ada", { lastEventId: first.lastEventId });
    const { present } = second.events[0]?.data ?? {};
    expect([present.livestate, present.comment]).toStrictEqual([["a", "b"], ["u"]]);
    expect(second.story()).toStrictEqual(["ready", "livestate b"]);
    second.leave();
    const third = await s.open("ada", { lastEventId: second.lastEventId });
    expect(third.story()).toStrictEqual(["ready"]);
    expect(third.lastEventId).toBe(second.lastEventId);
    const later = third.lastEventId.replaceAll(/\d+/g, "999999999999");
    for (const lastEventId of ["", "x", "1,2", later, "1,2,3,4,5,6"]) {
      const client = await s.open("ada", { lastEventId });
      expectWithContext(inAnyOrder(client.story()), lastEventId).toStrictEqual([
        "ready",
        "comment u",
        "livestate a",
        "livestate b",
      ]);
    }
  });
}

test("a client that reconnects to another process receives only the changes since, although that process has read the document at an earlier commit", async () => {
  const { store, otherStore } = await twoConnections({ isShared: true });
  const s = await quietStreamWorld({ wrapStore: () => store });
  const other = new StreamWorld(secondProcess(s.w, undefined, otherStore));
  await s.w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [comment("t"), comment("u")] });
  expect(inAnyOrder((await other.open("ada")).story())).toStrictEqual(["ready", "comment t", "comment u"]);
  await s.w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "kai" }] });
  const { lastEventId, leave } = await s.open("ada");
  leave();
  await s.w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "cursor", data: {} });
  const again = await other.open("ada", { lastEventId });
  await other.until(() => again.events.length > 1);
  expect(again.story()).toStrictEqual(["ready", "livestate cursor"]);
});

test("only the last event of a transaction carries the id, so a client that disconnects earlier receives all of it again", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  const { lastEventId } = client;
  client.events.splice(0);
  await s.w.ok("/v2/presence/add", { ...place, users: [{ userId: "ada" }, { userId: "lin" }] });
  await s.settle();
  expect(client.events.map(({ id }) => id)).toStrictEqual([undefined, client.lastEventId]);
  const again = await s.open("ada", { lastEventId });
  expect(again.story()).toStrictEqual(["ready", "presence ada", "presence lin"]);
});

test("many changes at once are each sent once, and the position of the last one covers all of them", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  client.events.splice(0);
  const ids = Array.from({ length: 40 }, (_, i) => `t${String(i).padStart(2, "0")}`);
  await s.w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: ids.map((id) => comment(id)) });
  await s.until(() => client.events.length >= ids.length);
  expect(client.story()).toStrictEqual(ids.map((id) => `comment ${id}`));
  const again = await s.open("ada", { lastEventId: client.lastEventId });
  expect(again.story()).toStrictEqual(["ready"]);
  const anew = await s.open("ada");
  expect(anew.story()).toStrictEqual(["ready", ...ids.map((id) => `comment ${id}`)]);
});

test("heartbeats are not sent; a user without one for 60 s is reported as absent, although the store does not change", async () => {
  const s = await quietStreamWorld();
  const say = (userId: string, status: string) => s.w.ok("/v2/presence/add", { ...place, users: [{ userId, status }] });
  await say("lin", "online");
  await say("eve", "offline");
  const client = await s.open("ada");
  expect(client.story()).toStrictEqual(["ready", "presence eve", "presence lin"]);
  await s.pass(40_000);
  await say("lin", "online");
  await s.pass(59_000);
  expect(client.story()).toStrictEqual([]);
  await s.pass(1000);
  expect(client.story()).toStrictEqual(["presence lin removed"]);
  const late = await s.open("ada", { lastEventId: client.lastEventId });
  expect(late.events[0]?.data.present.presence).toStrictEqual(["eve"]);
  await say("lin", "online");
  await s.settle();
  expect(client.story()).toStrictEqual(["presence lin"]);
});

test("a thread is sent to users who may see it, and removed for those who no longer may", async () => {
  const s = await quietStreamWorld();
  const [ada, lin, admin] = [await s.open("ada"), await s.open("lin"), await s.open("root", { isAdmin: true })];
  for (const client of [ada, lin, admin]) client.story();
  const only = { visibility: { type: "restricted", userIds: ["ada"] } };
  const path = `apiKeys/${s.w.tenant.apiKeyId}/organizations/acme/documents/homepage/commentAnnotations/t`;
  const change = async (visibility: ThreadVisibility) => {
    const { store } = s.w.context;
    const storedThread = await store.get<StoredThread>(path);
    ensure(storedThread);
    await store.commit([{ op: "set", path, data: packThread({ ...unpackThread(storedThread), visibility }) }]);
  };
  const received = async () => {
    await s.settle();
    return [ada.story(), lin.story(), admin.story()];
  };
  await s.w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [comment("t", only)] });
  expect(await received()).toStrictEqual([["comment t"], [], ["comment t"]]);
  await change({ type: "public" });
  expect(await received()).toStrictEqual([["comment t"], ["comment t"], ["comment t"]]);
  await change({ type: "restricted", userIds: ["ada"] });
  expect(await received()).toStrictEqual([["comment t"], ["comment t removed"], ["comment t"]]);
  const back = await s.open("lin");
  expect(back.events[0]?.data.present.comment).toStrictEqual([]);
  await s.w.ok("/v2/commentannotations/delete", { ...place, annotationIds: ["t"] });
  expect(await received()).toStrictEqual([["comment t removed"], [], ["comment t removed"]]);
  expect(back.story()).toStrictEqual(["ready"]);
});

test("a thread restricted to an organization is sent to its members, even if it is the first of that organization, and follows membership", async () => {
  const s = await quietStreamWorld();
  const { w } = s;
  await w.ok("/v2/users/add", { organizationId: "globex", users: [{ userId: "ada" }] });
  const [ada, lin] = [await s.open("ada"), await s.open("lin")];
  for (const client of [ada, lin]) client.story();
  const visibility = { type: "organizationPrivate", organizationId: "globex" };
  // Only named users and members see it: another user has written it.
  const from = { userId: "eve", name: "Eve", email: "eve@example.com" };
  const thread = { annotationId: "t", from, commentData: [{ commentText: "Look", from }], visibility };
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [thread] });
  await s.pass(0);
  expect([ada.story(), lin.story()]).toStrictEqual([["comment t"], []]);
  await w.ok("/v2/users/add", { organizationId: "globex", users: [{ userId: "lin" }] });
  const member = `apiKeys/${w.tenant.apiKeyId}/organizations/globex/users/ada`;
  await w.context.store.commit([{ op: "delete", path: member }]);
  await s.pass(60_000);
  expect([ada.story(), lin.story()]).toStrictEqual([["comment t removed"], ["comment t"]]);
  expect((await s.open("ada")).events[0]?.data.present.comment).toStrictEqual([]);
  expect((await s.open("lin")).events[0]?.data.present.comment).toStrictEqual(["t"]);
});

test("a stream sends notifications of its document to their recipients, in the form of their inbox", async () => {
  const s = await quietStreamWorld();
  const { w } = s;
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const [ada, lin] = [await s.open("ada"), await s.open("lin")];
  for (const client of [ada, lin]) client.story();
  await w.ok("/v2/notifications/add", news("n", "ada"));
  await w.ok("/v2/notifications/add", news("elsewhere", "ada", "plan"));
  await w.drain();
  await s.settle();
  expect(ada.events.map(({ data }) => [data.id, data.isRead])).toStrictEqual([["n", false]]);
  expect(lin.events).toStrictEqual([]);
  ada.story();
  w.advance(1000);
  const notifications = [{ id: "n", readByUserIds: ["ada"] }];
  await w.ok("/v2/notifications/update", { organizationId: "acme", notifications });
  await s.settle();
  expect(ada.events.map(({ data }) => [data.id, data.isRead, data.readAt])).toStrictEqual([
    ["n", true, w.context.now()],
  ]);
});

test("a stream sends a comment line every 15 s as a heartbeat", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  await s.pass(14_999);
  expect(client.comments).toBe(0);
  await s.pass(1);
  expect(client.comments).toBe(1);
  await s.pass(45_000);
  expect(client.comments).toBe(4);
});

test("a thousand streams of a document share one watch, and the bytes of each event", async () => {
  const watched: string[] = [];
  const wrapStore: WorldOptions["wrapStore"] = (store) =>
    announceQueries(store, (query) => "collection" in query && watched.push(query.collection));
  const streams = { perKey: 0, perUser: 0, perAddress: 0, perProcess: 0 };
  const s = await quietStreamWorld({ wrapStore, settings: { streams } });
  const token = await s.w.token("ada");
  const chunks = new Set<Uint8Array>();
  let count = 0;
  watched.length = 0;
  for (let i = 0; i < 1000; i++) {
    const reply = await s.streams.open({
      method: "GET",
      path: "/v2/documents/stream",
      ip: "127.0.0.1",
      query: "organizationId=acme&documentId=homepage",
      headers: { authorization: `Bearer ${token}` },
    });
    ensure("events" in reply);
    await reply.events.next();
    void reply.events.next().then(({ value }) => {
      count++;
      chunks.add(value);
    });
  }
  // Five for the document, and one for revocations of the API key's tokens.
  expect(watched.length).toBe(6);
  await s.w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "cursor", data: { x: 1 } });
  await s.until(() => count === 1000);
  expect([count, chunks.size]).toStrictEqual([1000, 1]);
});

/** Five collections, the organization, the document, and the revocations of the API key. */
const WATCHES = 8;

/** A store that counts its watches. @param begins called before a watch begins, which it may refuse. */
function countedWatches(begins: (...args: Parameters<Store["watch"]>) => void = () => undefined) {
  let open = 0;
  const wrapStore: WorldOptions["wrapStore"] = (store) =>
    new Proxy(store, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name !== "watch") return member.bind(target);
        return (...args: Parameters<Store["watch"]>) => {
          begins(...args);
          const stop = store.watch(...args);
          open++;
          return () => {
            open--;
            stop();
          };
        };
      },
    });
  return { wrapStore, open: () => open };
}

test("a document without streams is not watched, except for a short time in which a client may reconnect", async () => {
  const { wrapStore, open } = countedWatches();
  const s = await quietStreamWorld({ wrapStore });
  const client = await s.open("ada");
  expect(open()).toBe(WATCHES);
  client.leave();
  await s.pass(9000);
  const back = await s.open("ada");
  await s.pass(9000);
  expect(open()).toBe(WATCHES);
  back.leave();
  await s.pass(10_000);
  expect(open()).toBe(0);
});

test("a stream that fails while it opens leaves nothing watched", async () => {
  const refuses = () => {
    throw new Error("lost");
  };
  const breaks = (listener: { error(error: unknown): void }) => queueMicrotask(() => listener.error(new Error("lost")));
  for (const fails of [refuses, breaks]) {
    const { wrapStore, open } = countedWatches(({ id }, listener) => {
      if (id === "second") fails(listener);
    });
    const s = await quietStreamWorld({ wrapStore });
    const query = new URLSearchParams({ ...place, editors: "first,second" }).toString();
    expect((await s.ask("ada", { query })).status).toBe(500);
    await s.pass(10_000);
    expect([fails.name, open()]).toStrictEqual([fails.name, 0]);
  }
});

test("when a watch of the store fails, its streams end, and clients reconnect", async () => {
  const s = await quietStreamWorld();
  const listeners: { error(error: unknown): void }[] = [];
  const { store } = s.w.context;
  const { watch } = store;
  store.watch = (query, listener) => {
    listeners.push(listener);
    return watch.call(store, query, listener as never);
  };
  const client = await s.open("ada");
  client.story();
  listeners[0]?.error(new Error("lost"));
  await s.settle();
  expect([client.events[0]?.data.reconnect, client.story(), client.isOver]).toStrictEqual([
    true,
    ["bye unavailable"],
    true,
  ]);
  const again = await s.open("ada");
  expect(again.story()).toStrictEqual(["ready"]);
});

test("records with unusual ids, in a document with one, are streamed", async () => {
  const s = await quietStreamWorld();
  const odd = { organizationId: "acme", documentId: "a/../b ä&documentId=homepage" };
  await s.w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: odd.documentId }],
  });
  await s.w.ok("/v2/livestate/broadcast", { ...odd, liveStateDataId: "x/y", data: {} });
  const client = await s.open("ada", odd);
  expect([client.events[0]?.data.documentId, client.story()]).toStrictEqual([
    odd.documentId,
    ["ready", "livestate x/y"],
  ]);
});

/**
 * The first event, then the others sorted: collections are read concurrently, so their events may arrive in any order.
 */
function inAnyOrder([first = "", ...others]: string[]): string[] {
  return [first, ...others.sort()];
}
