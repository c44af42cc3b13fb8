import { expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { generateSigningKey, importSigningKeys } from "#domain/tokens/user-token";
import { userTokens } from "#http/auth/user-tokens";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { ensure } from "#testing/harness/jest/ensure";
import { secondProcess } from "#testing/harness/processes/second-process";
import { twoConnections } from "#testing/harness/store/two-connections";
import { quietStreamWorld, type StreamClient, type StreamWorld } from "#testing/harness/streams";
import type { World } from "#testing/harness/world";

const place = { organizationId: "acme", documentId: "homepage" };
const homepage = { type: "document", id: "homepage", organizationId: "acme" } as const;

/** The content of a client's `bye`: the reason, whether to reconnect, and the error that a new request would get. */
function byeOf(client: StreamClient) {
  const { event, data } = client.events.at(-1) ?? {};
  expect(event).toBe("bye");
  expect(client.isOver).toBe(true);
  return [data.reason, data.reconnect, data.error.status, data.error.message];
}

/** Opens a stream of `ada` whose client reads the first chunk and no more. */
async function openUnread(s: StreamWorld) {
  const reply = await s.streams.open({
    method: "GET",
    path: "/v2/documents/stream",
    query: new URLSearchParams(place).toString(),
    headers: { authorization: `Bearer ${await s.w.token("ada")}` },
    ip: "127.0.0.1",
  });
  ensure("events" in reply);
  await reply.events.next();
  return reply.events;
}

/** Waits a minute, after which ended access has been detected. */
async function aMinute(s: StreamWorld): Promise<void> {
  await s.pass(60_000);
}

test("a stream ends when its token does", async () => {
  const s = await quietStreamWorld();
  const token = await s.w.token("ada");
  const { exp = 0 } = decodeJwt(token);
  s.w.advance(exp * 1000 - s.w.context.now() - 100_000);
  const client = await s.open("ada", { token });
  await s.pass(exp * 1000 - s.w.context.now() - 1);
  expect(client.isOver).toBe(false);
  await s.pass(1);
  expect(byeOf(client)).toStrictEqual(["token_ended", false, "UNAUTHENTICATED", "The user token has expired."]);
});

async function restrict(w: World): Promise<void> {
  const documents = [{ documentId: "homepage", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
}

/** Each way in which another process can end the access of `ada`, and the last event of the stream. */
const ways: [name: string, end: (w: World, s: StreamWorld) => Promise<unknown>, said: unknown[]][] = [
  [
    "its tokens are revoked",
    (w) => w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] }),
    ["token_ended", false, "UNAUTHENTICATED", "The user token was revoked."],
  ],
  [
    "the document is restricted",
    restrict,
    ["access_ended", false, "PERMISSION_DENIED", "User does not have access to the document."],
  ],
  [
    "the document is disabled",
    (w) =>
      w.ok("/v2/organizations/documents/access/disablestate/update", {
        organizationId: "acme",
        documentIds: ["homepage"],
        disabled: true,
      }),
    ["access_ended", false, "PERMISSION_DENIED", "Document is disabled."],
  ],
  [
    "the organization is disabled",
    (w) => w.ok("/v2/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled: true }),
    ["access_ended", false, "PERMISSION_DENIED", "Organization is disabled."],
  ],
  [
    "the document is deleted",
    (w) => w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["homepage"] }),
    ["document_gone", false, "NOT_FOUND", "Document does not exist."],
  ],
  [
    "the organization is deleted",
    (w) => w.ok("/v2/organizations/delete", { organizationIds: ["acme"] }),
    ["document_gone", false, "NOT_FOUND", "Document does not exist."],
  ],
  [
    "the document has moved to another id",
    async (w, s) => {
      await w.ok("/v2/organizations/documents/migrate", { ...place, newDocumentId: "start" });
      for (let i = 0; i < 8; i++) {
        await w.drain();
        await s.pass(5000);
      }
    },
    ["document_gone", false, "NOT_FOUND", "Document does not exist."],
  ],
];

for (const [name, end, expectedBye] of ways)
  test(`within two seconds a stream ends when ${name}, in another process too`, async () => {
    const s = await quietStreamWorld();
    const client = await s.open("ada");
    await s.pass(30_000);
    expect(client.isOver).toBe(false);
    await end(secondProcess(s.w), s);
    await s.untilOver(client);
    expect(byeOf(client)).toStrictEqual(expectedBye);
  });

/** Ways to end access about which streams are notified. */
const revocations: [name: string, end: (w: World) => Promise<unknown>][] = [
  ["its tokens are revoked", (w) => w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] })],
  ["its user leaves the organization", (w) => w.ok("/v2/users/delete", { organizationId: "acme", userIds: ["ada"] })],
  [
    "its permission is removed",
    (w) => w.ok("/v2/auth/permissions/remove", { userId: "ada", permissions: { resources: [homepage] } }),
  ],
];

for (const [name, end] of revocations)
  test(`within two seconds a stream ends when ${name}, in another process too, and no other stream ends`, async () => {
    const s = await quietStreamWorld();
    await restrict(s.w);
    for (const userId of ["ada", "lin"]) {
      const resources = [{ ...homepage, accessRole: "viewer" }];
      await s.w.ok("/v2/users/delete", { organizationId: "acme", userIds: [userId] });
      await s.w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources } });
    }
    await s.pass(1000);
    if (name.includes("organization"))
      await s.w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
    const [client, other] = [await s.open("ada"), await s.open("lin")];
    await s.pass(5000);
    expect(client.isOver).toBe(false);
    await end(secondProcess(s.w));
    await s.untilOver(client);
    expect(client.isOver).toBe(true);
    expect(other.isOver).toBe(false);
  });

test("a stream ends when a permission expires that another process has shortened, and no other stream ends", async () => {
  const s = await quietStreamWorld();
  await restrict(s.w);
  const grant = (w: World, userId: string, more: object = {}) => {
    const resources = [{ ...homepage, accessRole: "viewer", ...more }];
    return w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources } });
  };
  for (const userId of ["eve", "zoe"]) await grant(s.w, userId);
  const [client, other] = [await s.open("eve"), await s.open("zoe")];
  await s.pass(5000);
  expect(client.isOver).toBe(false);
  await grant(secondProcess(s.w), "eve", { expiresAt: Math.floor(s.w.context.now() / 1000) + 3 });
  await s.pass(3000);
  expect(byeOf(client).slice(0, 3)).toStrictEqual(["access_ended", false, "PERMISSION_DENIED"]);
  expect(other.isOver).toBe(false);
});

test("a revocation hours after a stream was opened ends it just as quickly", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  for (let i = 0; i < 3; i++) await s.pass(3_600_000);
  expect(client.isOver).toBe(false);
  await secondProcess(s.w).ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  await s.untilOver(client);
  expect(client.isOver).toBe(true);
});

test("a stream that begins with a token that another process has just revoked ends just as quickly", async () => {
  const s = await quietStreamWorld();
  await s.open("lin");
  const token = await s.w.token("ada");
  await s.w.ok("/v2/presence/get", place, { token });
  await s.pass(1000);
  await secondProcess(s.w).ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  await s.pass(5000);
  const client = await s.open("ada", { token });
  await s.untilOver(client);
  expect(byeOf(client).slice(0, 1)).toStrictEqual(["token_ended"]);
});

test("within two seconds streams end when the signing keys are reset", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  // Past the check that every new stream gets.
  await s.pass(1000);
  const keys = importSigningKeys([await generateSigningKey("after-the-reset")]);
  s.w.context.userTokenKeys = () => keys;
  await s.pass(2000);
  expect(byeOf(client).slice(0, 3)).toStrictEqual(["token_ended", false, "UNAUTHENTICATED"]);
});

test("a client that has stopped reading is disconnected when its token is revoked, and its slot is free again", async () => {
  const s = await quietStreamWorld({ settings: { streams: { perKey: 0, perUser: 1, perAddress: 0, perProcess: 0 } } });
  const events = await openUnread(s);
  let isCut = false;
  events.onCut(() => {
    isCut = true;
  });
  await s.w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  await s.pass(10_000);
  expect(isCut).toBe(true);
  await s.open("ada");
});

test("the log reports that the server has cut off a client that read nothing for a minute", async () => {
  const s = await quietStreamWorld();
  await openUnread(s);
  await s.pass(90_000);
  const ends = s.w.logged.filter(({ message }) => message === "stream ended");
  expect(ends.map(({ fields }) => fields.reason)).toStrictEqual(["unread"]);
});

test("within a minute a stream ends when the user's grant is removed", async () => {
  const s = await quietStreamWorld();
  await restrict(s.w);
  const resources = [{ ...homepage, accessRole: "viewer" }];
  await s.w.ok("/v2/auth/permissions/add", { user: { userId: "eve" }, permissions: { resources } });
  const client = await s.open("eve");
  await s.pass(30_000);
  expect(client.isOver).toBe(false);
  await secondProcess(s.w).ok("/v2/auth/permissions/remove", { userId: "eve", permissions: { resources: [homepage] } });
  await aMinute(s);
  expect(byeOf(client).slice(0, 3)).toStrictEqual(["access_ended", false, "PERMISSION_DENIED"]);
});

test("the end of access names the rule that decided", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  const disabled = { organizationId: "acme", documentIds: ["homepage"], disabled: true };
  await s.w.ok("/v2/organizations/documents/access/disablestate/update", disabled);
  await aMinute(s);
  expect(client.events.at(-1)?.data.error.details).toStrictEqual({ access: "denied: document `homepage` is disabled" });
});

test("a role with an expiry ends the stream at that time", async () => {
  const s = await quietStreamWorld();
  await restrict(s.w);
  const expiresAt = Math.floor(s.w.context.now() / 1000) + 10;
  const client = await s.open("eve", { resources: [{ ...homepage, accessRole: "viewer", expiresAt }] });
  await s.pass(9999);
  expect(client.isOver).toBe(false);
  await s.pass(1);
  expect(byeOf(client).slice(0, 3)).toStrictEqual(["access_ended", false, "PERMISSION_DENIED"]);
});

test("streams end when the feature that they need is turned off", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  await setFeatures(secondProcess(s.w), s.w.tenant, { ...allFeatures, advancedQueries: false });
  await aMinute(s);
  expect(byeOf(client).slice(0, 3)).toStrictEqual(["feature_off", false, "FAILED_PRECONDITION"]);
});

test("a stream survives for a minute while access can't be checked, then it ends and the client reconnects", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  const { store } = s.w.context;
  const { get, getMany } = store;
  const failRead = () => Promise.reject(new Error("lost"));
  Object.assign(store, { get: failRead, getMany: failRead });
  await s.pass(58_000);
  expect(client.isOver).toBe(false);
  Object.assign(store, { get, getMany });
  await s.pass(10_000);
  expect(client.isOver).toBe(false);
  Object.assign(store, { get: failRead, getMany: failRead });
  await s.pass(62_000);
  expect(byeOf(client).slice(0, 2)).toStrictEqual(["unavailable", true]);
});

test("a stream ends after a minute while access can't be checked, even if the clock was set back", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  s.w.context.store.getMany = () => Promise.reject(new Error("lost"));
  // If it were set back further, the token would not be valid yet.
  s.w.setClock(-4000);
  await s.pass(62_000);
  expect(byeOf(client).slice(0, 2)).toStrictEqual(["unavailable", true]);
});

test("a server that shuts down sends `bye` to all streams, with a time to reconnect, and accepts no new ones", async () => {
  const s = await quietStreamWorld();
  const clients = [await s.open("ada"), await s.open("lin")];
  s.streams.close();
  await s.settle();
  for (const client of clients) {
    expect(byeOf(client).slice(0, 2)).toStrictEqual(["shutdown", true]);
    expect(client.events.at(-1)?.retry).toBe(1500);
  }
  const refused = await s.ask("ada");
  expect([refused.status, refused.headers["retry-after"]]).toStrictEqual([503, "1"]);
});

test("a stream that has ended gets no more events, and frees its slot", async () => {
  const s = await quietStreamWorld({ settings: { streams: { perKey: 1, perUser: 0, perAddress: 0, perProcess: 0 } } });
  const client = await s.open("ada");
  expect((await s.ask("ada")).status).toBe(429);
  await s.w.ok("/v2/auth/tokens/revoke", { userIds: ["ada"] });
  await aMinute(s);
  expect(client.isOver).toBe(true);
  const { length } = client.events;
  await s.w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "a", data: {} });
  await s.settle();
  expect(client.events.length).toBe(length);
  const lin = await s.open("lin");
  lin.leave();
  lin.leave();
  expect((await s.ask("lin")).status).toBe(200);
});

test("a stream whose client leaves during an access check is not checked again", async () => {
  const s = await quietStreamWorld();
  const client = await s.open("ada");
  const tokens = userTokens(s.w.context);
  const verify = tokens.verify.bind(tokens);
  const hasLeft = Promise.withResolvers<void>();
  let checks = 0;
  tokens.verify = async (...args) => {
    checks++;
    await hasLeft.promise;
    return verify(...args);
  };
  await s.pass(45_000);
  expect(checks).toBe(1);
  client.leave();
  hasLeft.resolve();
  await s.pass(120_000);
  expect(checks).toBe(1);
});

test("the log contains the beginning and end of a stream, but not its token", async () => {
  const s = await quietStreamWorld();
  const token = await s.w.token("ada");
  s.w.logged.length = 0;
  const client = await s.open("ada", { token });
  await s.pass(5000);
  client.leave();
  await s.settle();
  expect(
    s.w.logged.map(({ message, fields }) => [message, fields.path, fields.status ?? fields.reason, fields.seconds]),
  ).toStrictEqual([
    ["request", "/v2/documents/stream", 200, undefined],
    ["stream ended", "/v2/documents/stream", "client", 5],
  ]);
  expect(s.w.logged[0]?.fields.requestId).toBe(client.headers["x-request-id"]);
  expect(JSON.stringify(s.w.logged)).not.toContain(token.slice(-20));
});

/** Deletes the document, creates it again for ada alone, and writes into the new one, all before any timer fires. */
async function replaceDocument(w: World): Promise<void> {
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["homepage"] });
  await w.drain();
  const documents = [{ documentId: "homepage", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const resources = [{ ...homepage, accessRole: "viewer" }];
  await w.ok("/v2/auth/permissions/add", { user: { userId: "ada" }, permissions: { resources } });
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "secret", data: {} });
  await w.ok("/v2/crdt/add", { ...place, editorId: "title", type: "text", data: "Secret" });
}

test.each(["this", "another"])(
  "a document that %s process replaces by a new one with the same id shows nothing of it to those who may not see it",
  async (which) => {
    const s = await quietStreamWorld();
    const query = new URLSearchParams({ ...place, editors: "title" }).toString();
    const [ada, lin] = [await s.open("ada", { query }), await s.open("lin", { query })];
    await s.pass(5000);
    for (const client of [ada, lin]) client.story();
    await replaceDocument(which === "this" ? s.w : secondProcess(s.w));
    await s.untilOver(lin);
    expect(lin.story()).toStrictEqual(["bye access_ended"]);
    await s.until(() => ada.events.length >= 2);
    expect(ada.story().sort()).toStrictEqual(["crdt.update", "livestate secret"]);
    expect(ada.isOver).toBe(false);
  },
);

test("a stream shows nothing of a new document even if another process has deleted the old one unnoticed", async () => {
  const { store, otherStore, look } = await twoConnections();
  const s = await quietStreamWorld({ wrapStore: () => store });
  const lin = await s.open("lin");
  await s.pass(5000);
  lin.story();
  await replaceDocument(secondProcess(s.w, undefined, otherStore));
  look();
  await s.untilOver(lin);
  expect(lin.story()).toStrictEqual(["bye access_ended"]);
});
