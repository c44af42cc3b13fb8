import { expect } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type Crash, newProcess } from "#testing/harness/processes/crashing-process";
import { type Dump, dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";
import type { Check } from "./check.ts";
import { doorOf } from "./door.ts";

const HOUR = 60 * 60 * 1000;
const headers = { "idempotency-key": "order/42" };

/** The endpoint, and the replies that its handler has returned. */
function recordReplies(endpoint: CallEndpoint): { noted: CallEndpoint; replies: unknown[] } {
  const replies: unknown[] = [];
  const noted: CallEndpoint = {
    ...endpoint,
    async handle(call, input) {
      const reply = await endpoint.handle(call, input);
      replies.push({ status: "success", ...reply });
      return reply;
    },
  };
  return { noted, replies };
}

/** Access to an endpoint in a separate process. */
function doorIn(w: World, endpoint: CallEndpoint, crash?: Crash) {
  const process = newProcess(w, crash);
  return { ...process, send: doorOf(process.w, endpoint).send };
}

/** Sends the example to a process that crashes. @returns the store after the crash. */
async function dumpAfterCrash(w: World, endpoint: CallEndpoint, crash: Crash): Promise<Dump> {
  const { w: own, send, hasEnded } = doorIn(w, endpoint, crash);
  const { status, body } = await send({ headers });
  expectWithContext(hasEnded(), `the commit was not reached: ${JSON.stringify(body)}`).toBe(true);
  expect(status).not.toBe(200);
  await own.drain();
  return dump(w.context.store);
}

const applies = ({ kind, auth }: CallEndpoint) => kind === "write" && auth !== "public";

/** The guarantees of an `Idempotency-Key` when the process crashes during a call. */
export const crashChecks: Check[] = [
  {
    guarantee:
      "a crash before the commit leaves nothing, and the retry with the same Idempotency-Key runs for the first time",
    applies,
    async run(endpoint) {
      const w = await exampleWorld();
      const before = await dump(w.context.store);
      expect(await dumpAfterCrash(w, endpoint, { commit: 1, when: "before" })).toStrictEqual(before);
      w.advance(1);
      const { status, headers: replyHeaders } = await doorIn(w, endpoint).send({ headers });
      expect(status).toBe(200);
      expect(replyHeaders["idempotent-replayed"]).toBeUndefined();
    },
  },
  {
    guarantee:
      "a crash between commit and reply: the retry with the same Idempotency-Key gets the first reply and writes nothing",
    applies,
    async run(endpoint) {
      const w = await exampleWorld();
      const { noted, replies } = recordReplies(endpoint);
      const storeAfterCrash = await dumpAfterCrash(w, noted, { commit: 1, when: "after" });
      w.advance(HOUR);
      const [first] = replies.splice(0);
      const { status, headers: replyHeaders, body } = await doorIn(w, noted).send({ headers });
      expect([status, replyHeaders["idempotent-replayed"]]).toStrictEqual([200, "true"]);
      expect(body.result).toStrictEqual(JSON.parse(JSON.stringify(first)));
      expectWithContext(replies, "the handler ran again").toStrictEqual([]);
      expect(await dump(w.context.store)).toStrictEqual(storeAfterCrash);
    },
  },
];
