import { expect } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { addExampleData, exampleOf, exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import type { Check } from "./check.ts";
import { type Door, doorOf } from "./door.ts";

const DAY = 24 * 60 * 60 * 1000;
const headers = { "idempotency-key": "order/42" };

/** The endpoint with a gate before its handler and a count of the requests that reached it. */
async function gatedDoor(endpoint: CallEndpoint) {
  const requests = new Set<string>();
  const state = { runs: 0, gate: Promise.resolve(), entered: () => {} };
  const counted: CallEndpoint = {
    ...endpoint,
    async handle(call, input) {
      state.runs = requests.add(call.requestId).size;
      state.entered();
      await state.gate;
      return endpoint.handle(call, input);
    },
  };
  return { ...doorOf(await exampleWorld(), counted), state };
}

async function succeeds(door: Door, replayed: boolean, request: Parameters<Door["send"]>[0] = {}) {
  const received = await door.send({ headers, ...request });
  expectWithContext(received.status, JSON.stringify(received.body)).toBe(200);
  expect(received.headers["idempotent-replayed"]).toBe(replayed ? "true" : undefined);
  return received;
}

const applies = ({ kind, auth }: CallEndpoint) => kind === "write" && auth !== "public";

/** `Idempotency-Key` on writing endpoints (docs/behaviour.md#idempotency-keys). */
export const idempotencyChecks: Check[] = [
  {
    guarantee: "the same Idempotency-Key replays the first reply for 24 hours and does nothing twice",
    applies,
    async run(endpoint) {
      const door = await gatedDoor(endpoint);
      const first = await succeeds(door, false);
      await door.w.drain();
      const before = await dump(door.w.context.store);
      for (const wait of [0, DAY - 1]) {
        door.w.advance(wait);
        const again = await succeeds(door, true);
        expect(again.body).toStrictEqual(first.body);
        expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
      }
      expect(door.state.runs).toBe(1);
      expect(await dump(door.w.context.store)).toStrictEqual(before);
      door.w.advance(1);
      const anew = await door.send({ headers });
      expect(anew.headers["idempotent-replayed"]).toBeUndefined();
      expect(door.state.runs).toBe(2);
    },
  },
  {
    guarantee: "the same Idempotency-Key with another body is refused, and while the first call runs it is ABORTED",
    applies,
    async run(endpoint) {
      const door = await gatedDoor(endpoint);
      const { state } = door;
      let open = () => {};
      state.gate = new Promise((resolve) => {
        open = resolve;
      });
      const entered = new Promise<void>((resolve) => {
        state.entered = resolve;
      });
      const first = door.send({ headers });
      await entered;
      const running = "The first request with this Idempotency-Key is still running.";
      const { headers: replyHeaders } = await door.refuses({ headers }, "ABORTED", running);
      expect(replyHeaders["retry-after"]).toBe("1");
      open();
      expect((await first).status).toBe(200);
      const other = `${JSON.stringify({ data: exampleOf(endpoint, door.w.tenant) })} `;
      const message = "This Idempotency-Key was used with another body. Use a new key for a new request.";
      await door.refuses({ headers, raw: other }, "INVALID_ARGUMENT", message);
      expect(state.runs).toBe(1);
    },
  },
  {
    guarantee: "the Idempotency-Key of another tenant, or another key, is independent",
    applies,
    async run(endpoint) {
      const door = await gatedDoor(endpoint);
      const other = await door.w.newTenant();
      await addExampleData(door.w, other);
      await succeeds(door, false);
      await succeeds(door, false, { tenant: other });
      await door.send({ headers: { "idempotency-key": "order/43" } });
      expect(door.state.runs).toBe(3);
    },
  },
];
