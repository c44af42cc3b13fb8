import { expect } from "@jest/globals";
import type { StoredThread } from "#domain/comments/store/stored-thread";
import type { Thread } from "#domain/comments/thread";
import type { CallEndpoint } from "#http/endpoint";
import { addExampleData, exampleOf, exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { dump } from "#testing/harness/store/store-dump";
import { actorOf, actors, exampleForUsers } from "#testing/harness/user-example";
import type { World } from "#testing/harness/world";
import type { Check } from "./check.ts";
import { type Door, doorOf, nothingIsWritten, openDoor, refusals } from "./door.ts";
import { type FieldPath, inputSchema, type JsonSchema, REMOVED, sampleOf, withValue } from "./schema.ts";

/** Writing endpoints that readers of a document may call, because they change only the caller's own data. */
const ownData = [
  "/v1/notifications/config/set",
  "/v1/notifications/delete",
  "/v1/notifications/update",
  "/v2/commentannotations/subscribe",
  "/v2/commentannotations/unsubscribe",
  "/v2/crdt/awareness",
  "/v2/notifications/config/set",
  "/v2/notifications/delete",
  "/v2/notifications/update",
];

/** Paths of threads: readers of the document may change their own subscription to one. */
const threadPaths = /\/commentAnnotations\/[^/]+$/;

const takesUsers = ({ user }: CallEndpoint) => user !== undefined;
const notUser = "must be the user of the token.";

/** The example as this user would send it. */
function exampleBy(endpoint: CallEndpoint, w: World, userId: string): Record<string, unknown> {
  const data = exampleForUsers(endpoint, w);
  for (const { slot, isAuthor } of actors(endpoint, data))
    slot.set(isAuthor ? { ...(slot.value as object), userId } : userId);
  return data;
}

/** Fields of a thread in a dump of the store, without this user's subscription to it. */
function exceptSubscriber(dumped: string | undefined, userId: string): object {
  ensure(dumped);
  const { thread, people, ...fields } = JSON.parse(dumped.slice(dumped.indexOf(" "))) as StoredThread;
  const { subscribedUserIds = [], unsubscribedUserIds = [], ...rest } = JSON.parse(thread) as Thread;
  const others = (userIds: readonly string[]) => userIds.filter((one) => one !== userId);
  return {
    ...fields,
    ...rest,
    people: others(people),
    subscribedUserIds: others(subscribedUserIds),
    unsubscribedUserIds: others(unsubscribedUserIds),
  };
}

/** Changes every organization or document of the example world in the store. */
async function changeAll(w: World, collection: "organizations" | "documents", data: object): Promise<void> {
  const paths = Object.keys(await dump(w.context.store)).filter((path) => path.split("/").at(-2) === collection);
  await w.context.store.commit(paths.map((path) => ({ op: "merge", path, data: { ...data } })));
}

/** Expects a refusal or an empty list. */
async function showsNothing(door: Door, request: { token: string; data: unknown }): Promise<void> {
  const { status, body } = await door.send(request);
  if (status === 200) {
    expectWithContext(door.endpoint.user?.handlerFilters, `a stranger got ${JSON.stringify(body)}`).toBeTruthy();
    const items = Object.values(body.result.data ?? {}) as { success?: boolean; total?: number }[];
    const visibleItems = items.filter((item) => item.success !== false && item.total !== 0);
    expectWithContext(visibleItems, "a stranger was shown something, or could change it").toStrictEqual([]);
  } else expectWithContext(body.error.status, JSON.stringify(body)).toBe("PERMISSION_DENIED");
}

/** User tokens at every endpoint, according to its declaration (docs/behaviour.md#acting-as-a-user). */
export const userChecks: Check[] = [
  {
    guarantee: "a user token is refused without reading the body, alone or beside other credentials",
    applies: ({ user, auth }) => !user && auth !== "public",
    run: (endpoint) =>
      refusals(endpoint, async ({ w, refuses }) => {
        const token = await w.token("ada", { isAdmin: true });
        const message = "This endpoint does not accept user tokens. Call it from your server.";
        for (const request of [{ token }, { headers: { authorization: `Bearer ${token}` } }]) {
          const { bodyRead } = await refuses(request, "PERMISSION_DENIED", message);
          expect(bodyRead).toBe(false);
        }
      }),
  },
  {
    guarantee: "only endpoints that accept an API key accept user tokens",
    applies: takesUsers,
    run: async ({ auth }) => expect(auth).toBe("apiKey"),
  },
  {
    guarantee: "its example succeeds with the token of the user who acts in it, who need not be named",
    applies: takesUsers,
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const userId = actorOf(endpoint, w);
      const token = await w.token(userId);
      const namedReply = await send({ token, data: exampleForUsers(endpoint, w) });
      expectWithContext(namedReply.status, JSON.stringify(namedReply.body)).toBe(200);
      const schema = inputSchema(endpoint.input);
      let data: unknown = exampleForUsers(endpoint, w);
      for (const { slot, isOptional } of actors(endpoint, data).reverse()) {
        if (isOptional) continue;
        const path = typeof slot.path.at(-1) === "number" ? slot.path.slice(0, -1) : slot.path;
        data = withValue(schema, data, path as FieldPath, REMOVED);
      }
      const other = doorOf(await exampleWorld(), endpoint);
      const unnamed = await other.send({ token: await other.w.token(userId), data });
      expectWithContext(unnamed.status, JSON.stringify(unnamed.body)).toBe(200);
    },
  },
  {
    guarantee: "a user who names somebody else is refused, wherever the example names the user",
    applies: takesUsers,
    run: (endpoint) =>
      refusals(endpoint, async ({ w, send }) => {
        const userId = actorOf(endpoint, w);
        const token = await w.token(userId, { isAdmin: true });
        const count = actors(endpoint, exampleOf(endpoint, w.tenant)).length;
        for (let i = 0; i < count; i++) {
          const data = exampleBy(endpoint, w, userId);
          const { slot, isAuthor } = actors(endpoint, data)[i] as ReturnType<typeof actors>[number];
          slot.set(isAuthor ? { ...(slot.value as object), userId: "mallory" } : "mallory");
          const { status, body } = await send({ token, data });
          expectWithContext([status, body.error?.status], JSON.stringify(body)).toStrictEqual([
            403,
            "PERMISSION_DENIED",
          ]);
          expectWithContext(body.error.message.endsWith(notUser), body.error.message).toBeTruthy();
        }
      }),
  },
  {
    guarantee: "fields for calls with an API key only are refused in a user's call",
    applies: ({ user }) => user?.administrative !== undefined,
    run: (endpoint) =>
      refusals(endpoint, async ({ w, refuses }) => {
        const userId = actorOf(endpoint, w);
        const token = await w.token(userId, { isAdmin: true });
        const schema = inputSchema(endpoint.input);
        for (const path of endpoint.user?.administrative ?? []) {
          const parts = path.split(".").flatMap((part) => (part.endsWith("[]") ? [part.slice(0, -2), 0] : [part]));
          const fieldSchema = schemaAt(schema, parts);
          // A v1 endpoint lacks some fields of its twin and ignores them.
          if (!fieldSchema) continue;
          const data = withValue(schema, exampleBy(endpoint, w, userId), parts, sampleOf(fieldSchema));
          await refuses({ token, data }, "PERMISSION_DENIED", /is for calls with an API key only\.$/);
        }
      }),
  },
  {
    guarantee: "a user who may only read can change only its own data",
    applies: ({ user, kind }) => user !== undefined && kind === "write",
    async run(endpoint) {
      const { w, refuses, send } = await openDoor(endpoint);
      const token = await w.token("viewer");
      const data = exampleBy(endpoint, w, "viewer");
      if (endpoint.user?.action === "write") {
        expect(ownData).not.toContain(endpoint.path);
        await nothingIsWritten(w, async () => {
          await refuses({ token, data }, "PERMISSION_DENIED", "User may not write to the document.");
        });
        return;
      }
      expectWithContext(ownData, "a user who may only read can write here: is it all the caller's own data?").toContain(
        endpoint.path,
      );
      const before = await dump(w.context.store);
      await send({ token, data });
      await w.drain();
      const after = await dump(w.context.store);
      const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (p) => before[p] !== after[p],
      );
      for (const path of changed) {
        if (threadPaths.test(path))
          expect(exceptSubscriber(after[path], "viewer")).toStrictEqual(exceptSubscriber(before[path], "viewer"));
        else expect(path).toMatch(/\/(notificationPreferences\/viewer|inbox\/\w+|presence\/viewer|awareness\/\d+)$/);
      }
    },
  },
  {
    guarantee: "a user who may not read is refused, or gets an empty list",
    applies: takesUsers,
    async run(endpoint) {
      const door = await openDoor(endpoint);
      const { w } = door;
      await changeAll(w, "documents", { accessType: "restricted" });
      const token = await w.token("stranger");
      await nothingIsWritten(w, async () => {
        await showsNothing(door, { token, data: exampleBy(endpoint, w, "stranger") });
      });
    },
  },
  {
    guarantee:
      "a disabled organization is closed to everybody with a user token, including administrators; so is a disabled document",
    applies: takesUsers,
    async run(endpoint) {
      for (const collection of ["documents", "organizations"] as const) {
        const door = await openDoor(endpoint);
        const { w } = door;
        const userId = actorOf(endpoint, w);
        const token = await w.token(userId, { isAdmin: true });
        await changeAll(w, collection, { disabled: true });
        await nothingIsWritten(w, async () => {
          const data = exampleBy(endpoint, w, userId);
          const isOwn = ownData.includes(endpoint.path) && data.documentId === undefined && !data.documentIds;
          if (collection === "organizations")
            await door.refuses({ token, data }, "PERMISSION_DENIED", "Organization is disabled.");
          else if (!isOwn) await showsNothing(door, { token, data });
        });
      }
    },
  },
  {
    guarantee: "the token of another tenant's user finds only that tenant's data",
    applies: takesUsers,
    async run(endpoint) {
      const { w, refuses } = await openDoor(endpoint);
      const tenant = await w.newTenant();
      const userId = actorOf(endpoint, w);
      await addExampleData(w, tenant);
      const gone = Object.keys(await dump(w.context.store)).filter((path) => path.includes(`${tenant.apiKeyId}/organ`));
      await w.context.store.commit(gone.map((path) => ({ op: "delete", path })));
      const resources = [{ type: "organization" as const, id: "acme", accessRole: "editor" as const }];
      const token = await w.token(userId, { tenant, isAdmin: true, resources });
      await nothingIsWritten(w, async () => {
        await refuses(
          { token, data: exampleForUsers(endpoint, w) },
          "NOT_FOUND",
          /^(Organization|Document) does not exist\.$/,
        );
      });
    },
  },
  {
    guarantee: "a user token beside an API key, and an invalid user token, are refused without reading the body",
    applies: takesUsers,
    run: (endpoint) =>
      refusals(endpoint, async ({ w, refuses }) => {
        const token = await w.token("ada");
        for (const name of ["x-service-api-key", "x-service-auth-token"]) {
          const request = { token, headers: { [name]: w.tenant.apiKeyId } };
          const both = "Send either a user token or an API key with its auth token, not both.";
          expect((await refuses(request, "INVALID_ARGUMENT", both)).bodyRead).toBe(false);
        }
        const wrong = `${token.slice(0, -8)}AAAAAAAA`;
        const { bodyRead, headers } = await refuses({ token: wrong, raw: "{" }, "UNAUTHENTICATED", /signature/);
        expect(bodyRead).toBe(false);
        expect(headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
      }),
  },
  {
    guarantee:
      "the reply to one user's Idempotency-Key is not replayed to another user, nor to a user who has lost access",
    applies: ({ user, kind }) => user !== undefined && kind === "write",
    async run(endpoint) {
      const { w, send } = await openDoor(endpoint);
      const headers = { "idempotency-key": "k" };
      const userId = actorOf(endpoint, w);
      const first = await send({ headers, token: await w.token(userId), data: exampleBy(endpoint, w, userId) });
      expectWithContext(first.status, JSON.stringify(first.body)).toBe(200);
      const other = await w.token("grace-2", { isAdmin: true });
      const second = await send({ headers, token: other, data: exampleBy(endpoint, w, "grace-2") });
      expect(second.headers["idempotent-replayed"]).toBeUndefined();
      expectWithContext(second.status, JSON.stringify(second.body)).not.toBe(400);
      await changeAll(w, "organizations", { disabled: true });
      const third = await send({ headers, token: await w.token(userId), data: exampleBy(endpoint, w, userId) });
      expect([third.status, third.headers["idempotent-replayed"]]).toStrictEqual([403, undefined]);
    },
  },
];

function schemaAt(schema: JsonSchema, [name, ...rest]: (string | number)[]): JsonSchema | undefined {
  if (name === undefined) return schema;
  const branch = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  const child = typeof name === "number" ? branch.items : branch.properties?.[name];
  return child && schemaAt(child, rest);
}
