import { expect, test } from "@jest/globals";
import * as z from "zod";
import { ApiError } from "#platform/error";
import { expectWithContext } from "#testing/harness/jest/context";
import { probeEndpoint } from "#testing/harness/probe";
import { dump } from "#testing/harness/store/store-dump";
import { type World, world } from "#testing/harness/world";
import { doorOf } from "#testing/suites/conformance/door";

const headers = { "idempotency-key": "k" };

/** An endpoint that counts its runs, each of which executes the next entry of the list. */
function scripted(w: World, outcomes: (() => unknown)[], changes: Parameters<typeof probeEndpoint>[0] = {}) {
  const state = { runs: 0 };
  const handle = async () => {
    await outcomes[state.runs++]?.();
    return { message: "done", data: { run: state.runs } };
  };
  return { state, ...doorOf(w, probeEndpoint({ handle, ...changes })) };
}

const fails = (error: unknown) => () => {
  throw error;
};

test("a refusal is a reply like any other and is replayed", async () => {
  const { send, state } = scripted(await world(), [fails(new ApiError("NOT_FOUND", "Organization does not exist."))]);
  for (const replayed of [undefined, "true"]) {
    const reply = await send({ headers });
    expect(reply.status).toBe(404);
    expect(reply.body.error.message).toBe("Organization does not exist.");
    expect(reply.headers["idempotent-replayed"]).toBe(replayed);
  }
  expect(state.runs).toBe(1);
});

test("a data error is replayed as well", async () => {
  const { send } = scripted(await world(), [], { input: z.object({ name: z.string() }) });
  expect((await send({ headers })).status).toBe(400);
  expect((await send({ headers })).headers["idempotent-replayed"]).toBe("true");
});

test("transient failures are not stored: contention, limits, faults", async () => {
  const passing = [
    new ApiError("ABORTED", "Try again."),
    new ApiError("ALREADY_EXISTS", "It is there."),
    new ApiError("RESOURCE_EXHAUSTED", "Later."),
    new ApiError("UNAVAILABLE", "Later."),
    new ApiError("INTERNAL", "Broken."),
    new Error("a fault"),
  ];
  for (const error of passing) {
    const { send, state } = scripted(await world(), [fails(error)]);
    expect((await send({ headers })).status).not.toBe(200);
    const again = await send({ headers });
    expectWithContext(again.status, `${error}: ${JSON.stringify(again.body)}`).toBe(200);
    expect(state.runs).toBe(2);
  }
});

test("a call that never finishes counts as dead after a minute", async () => {
  const w = await world();
  const { send, refuses, state } = scripted(w, [() => new Promise(() => {})]);
  void send({ headers });
  while (state.runs === 0) await new Promise(setImmediate);
  w.advance(59_999);
  const { headers: replyHeaders } = await refuses(
    { headers },
    "ABORTED",
    "The first request with this Idempotency-Key is still running.",
  );
  expect(replyHeaders["retry-after"]).toBe("1");
  w.advance(1);
  expect((await send({ headers })).status).toBe(200);
  expect(state.runs).toBe(2);
});

test("of many concurrent calls with one key only one runs, and the others wait or get its reply", async () => {
  const { send, state } = scripted(await world(), []);
  const replies = await Promise.all(Array.from({ length: 10 }, () => send({ headers })));
  expect(state.runs).toBe(1);
  for (const { status, body } of replies) expect(status === 200 || body.error.status === "ABORTED").toBe(true);
  expect(
    replies.filter(({ status, headers: replyHeaders }) => status === 200 && !replyHeaders["idempotent-replayed"])
      .length,
  ).toBe(1);
});

test("a key has 1 to 255 characters, and an empty one is ignored", async () => {
  const { send, refuses, state } = scripted(await world(), []);
  const long = "k".repeat(255);
  await send({ headers: { "idempotency-key": long } });
  expect((await send({ headers: { "idempotency-key": long } })).headers["idempotent-replayed"]).toBe("true");
  const message = "The Idempotency-Key header must have at most 255 characters.";
  await refuses({ headers: { "idempotency-key": `${long}k` } }, "INVALID_ARGUMENT", message);
  for (const none of ["", undefined]) await send({ headers: { "idempotency-key": none } });
  expect(state.runs).toBe(3);
});

test("the same key on another path is another request", async () => {
  const w = await world();
  const one = scripted(w, []);
  const other = scripted(w, [], { path: "/v2/probe/other" });
  await one.send({ headers });
  expect((await other.send({ headers })).headers["idempotent-replayed"]).toBeUndefined();
  expect([one.state.runs, other.state.runs]).toStrictEqual([1, 1]);
});

test("at workspace level the key belongs to the workspace", async () => {
  const w = await world();
  const { send, state } = scripted(w, [], { auth: "workspace" });
  await send({ headers });
  expect((await send({ headers })).headers["idempotent-replayed"]).toBe("true");
  expect((await send({ headers, tenant: await w.newTenant() })).headers["idempotent-replayed"]).toBeUndefined();
  expect(state.runs).toBe(2);
});

test("a stored reply is encrypted at rest, since it may hold a secret", async () => {
  const w = await world();
  const handle = async () => ({ message: "made", data: { token: "at_very_secret" } });
  const { send } = doorOf(w, probeEndpoint({ handle }));
  await send({ headers });
  expect(JSON.stringify(await dump(w.context.store))).not.toContain("at_very_secret");
  expect((await send({ headers })).body.result.data.token).toBe("at_very_secret");
});

test("endpoints that read, and public ones, ignore the header", async () => {
  for (const changes of [{ kind: "read" }, { auth: "public" }] as const) {
    const { send, state } = scripted(await world(), [], changes);
    for (let i = 0; i < 2; i++) expect((await send({ headers })).headers["idempotent-replayed"]).toBeUndefined();
    expect(state.runs).toBe(2);
  }
});
