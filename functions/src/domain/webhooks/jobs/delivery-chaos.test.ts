import { expect, test } from "@jest/globals";
import { transactChange } from "#domain/events/store/change";
import { loadEndpoint } from "#domain/webhooks/store/endpoints";
import type { OutboundReply } from "#outbound/port";
import type { StoredTask } from "#queue/task-record";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import { addEndpoint, callOf, deliveriesOf } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { ChaoticProcess, Hanging, settle } from "#testing/harness/properties/chaos";
import { seededRandom } from "#testing/harness/properties/seeded-random";
import { HotspotStore } from "#testing/harness/store/hotspot-store";
import { tries } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";

const RUNS = tries(60);
const SECOND = 1000;
const TIMEOUT = 15 * SECOND;
/** The receivers of a run: what each selects, and how many calls it accepts per second. */
const endpoints = {
  all: {},
  slow: { rateLimit: 3 },
  comments: { filterTypes: ["comment.add"] as "comment.add"[], rateLimit: 2 },
  document: { channels: ["document:homepage"] },
};
type Name = keyof typeof endpoints;

/** A call that a receiver has received. */
interface Arrival {
  endpoint: Name;
  at: number;
  id: string;
  /** Number of the cause; omitted if the event is about the service itself. */
  cause?: number;
  event: string;
  isTaken: boolean;
}

/**
 * One run with random events, failures and crashes from a seed. At the end all receivers recover and the rest is
 * delivered.
 */
class Storm {
  readonly arrivals: Arrival[] = [];
  readonly #w: World;
  readonly #call: KeyCall;
  readonly #random: () => number;
  readonly #hasFaults: boolean;
  readonly #hanging: Hanging;
  #process: ChaoticProcess;
  #work = 0;
  #causes = 0;
  #isCalm = false;

  constructor(w: World, call: KeyCall, seed: number) {
    this.#w = w;
    this.#call = call;
    this.#random = seededRandom(seed);
    // In every fourth run only receivers fail, not the service.
    this.#hasFaults = seed % 4 !== 0;
    this.#hanging = new Hanging(w.context.now);
    this.#process = this.#newProcess();
    w.receivers.answer = ({ url, headers, json }) => {
      const endpoint = new URL(url).hostname.split(".")[0] as Name;
      const reply = this.#isCalm ? { status: 200, body: "" } : this.#reply(endpoint);
      const isTaken = "status" in reply && reply.status === 200;
      const about = { id: headers["webhook-id"] ?? "", cause: json.data.cause, event: json.event };
      this.arrivals.push({ endpoint, at: w.context.now(), ...about, isTaken });
      this.#work++;
      return reply;
    };
  }

  #newProcess(): ChaoticProcess {
    const onWork = () => void this.#work++;
    return new ChaoticProcess(this.#w, { random: this.#random, faults: this.#hasFaults ? 0.03 : 0, onWork });
  }

  #reply(endpoint: Name): OutboundReply | Promise<OutboundReply> {
    const luck = this.#random();
    if (luck < 0.55) return { status: 200, body: "" };
    if (luck < 0.65) return { status: 500, body: "no" };
    if (luck < 0.75) return { status: 429, body: "", retryAfter: "7" };
    if (luck < 0.85) return { error: "The connection was closed before the answer was complete.", body: "" };
    if (luck < 0.86 && endpoint === "all") return { status: 410, body: "" };
    return this.#hanging.for(TIMEOUT);
  }

  async run(): Promise<void> {
    for (let step = 0; step < 10; step++) {
      for (let i = Math.floor(this.#random() * 3); i > 0; i--) void this.#cause();
      // Crashes in the middle of running work.
      const turns = Math.floor(this.#random() * 40);
      for (let i = 0; i < turns; i++) await new Promise(setImmediate);
      if (this.#hasFaults && this.#random() < 0.2) {
        this.#process.kill();
        this.#process = this.#newProcess();
      }
      await this.#pass(this.#random() < 0.8 ? this.#random() * 500 : this.#random() * 40 * SECOND);
    }
    this.#isCalm = true;
    this.#process.faults = 0;
    for (let next = await this.#nextAt(); next < Number.POSITIVE_INFINITY; next = await this.#nextAt())
      await this.#pass(Math.max(0, next - this.#w.context.now()));
  }

  /** Emits an event. Half of the transactions run several times because of conflicts, and some are not committed. */
  async #cause(): Promise<void> {
    const cause = this.#causes++;
    const type = this.#random() < 0.5 ? "comment.add" : "user.add";
    const documentId = this.#random() < 0.5 ? "homepage" : undefined;
    const isContended = this.#random() < 0.5;
    const isUndone = this.#random() < 0.15;
    const { apiKeyId } = this.#call.apiKey;
    const pathOf = (id: string) => toPath("apiKeys", apiKeyId, "idempotency", id);
    const call = { ...this.#call, ...this.#process.context };
    await transactChange(call, async (tx, { emit }) => {
      if (isContended) {
        const counter = await tx.get<{ count: number }>(pathOf("shared"));
        tx.set(pathOf("shared"), { count: (counter?.data.count ?? 0) + 1 });
      }
      tx.create(pathOf(`cause-${cause}`), { type, documentId });
      emit({ type, organizationId: "acme", documentId, data: { cause } });
      if (isUndone) throw new Error("the caller has made a mistake");
    }).catch(() => {});
  }

  async #pass(ms: number): Promise<void> {
    const end = this.#w.context.now() + ms;
    for (;;) {
      void this.#process.queue.drain();
      await settle(() => this.#work, this.#w.context.store);
      const next = Math.min(end, this.#hanging.nextAt);
      if (this.#w.context.now() >= end) return;
      this.#w.advance(next - this.#w.context.now());
      this.#hanging.release();
    }
  }

  /** When the next work is due. */
  async #nextAt(): Promise<number> {
    const { docs } = await this.#w.context.store.query<StoredTask>({ collection: "tasks" });
    return Math.min(this.#hanging.nextAt, ...docs.map(({ data }) => data.nextAt ?? fail("a task is parked")));
  }

  /** Checks the guarantees at the end. @returns the number of accepted calls, and how many of them were duplicates. */
  async check(): Promise<{ taken: number; twice: number }> {
    const { apiKeyId } = this.#call.apiKey;
    const collection = `${toPath("apiKeys", apiKeyId)}/idempotency`;
    const { docs } = await this.#w.context.store.query<{ type?: string; documentId?: string }>({ collection });
    const causes = docs
      .filter(({ id }) => id !== "shared")
      .map(({ id, data }) => ({ n: Number(id.slice(6)), ...data }));
    const causesByEndpoint = {
      all: causes,
      slow: causes,
      comments: causes.filter(({ type }) => type === "comment.add"),
      document: causes.filter(({ documentId }) => documentId === "homepage"),
    };
    let acceptedCount = 0;
    let twice = 0;
    for (const endpoint of Object.keys(endpoints) as Name[]) {
      const arrived = this.arrivals.filter((one) => one.endpoint === endpoint && one.cause !== undefined);
      const may = new Set(causesByEndpoint[endpoint].map(({ n }) => n));
      for (const { cause } of arrived)
        expectWithContext(may.has(cause as number), `${endpoint} got ${cause} unasked`).toBe(true);
      const ids = arrived.filter(({ isTaken }) => isTaken).map(({ id }) => id);
      acceptedCount += ids.length;
      twice += ids.length - new Set(ids).size;
      const { data } = await loadEndpoint(this.#w.context.store, apiKeyId, endpoint);
      const got = new Set(arrived.filter(({ isTaken }) => isTaken).map(({ cause }) => cause));
      if (!data.disabled) for (const n of may) expectWithContext(got.has(n), `${endpoint} did not get ${n}`).toBe(true);
      this.#checkRate(endpoint);
    }
    for (const { n } of causes) {
      const ids = new Set(this.arrivals.filter(({ cause }) => cause === n).map(({ id }) => id));
      expectWithContext(ids.size, `${n} has the ids ${[...ids]}`).toBeLessThanOrEqual(1);
    }
    const pendingDeliveries = (await deliveriesOf(this.#w)).filter(({ status }) => status === "pending");
    expect(pendingDeliveries).toStrictEqual([]);
    if (!this.#hasFaults) expectWithContext(twice, "twice without a fault").toBe(0);
    return { taken: acceptedCount, twice };
  }

  #checkRate(endpoint: Name): void {
    const { rateLimit = Number.POSITIVE_INFINITY } = { rateLimit: undefined, ...endpoints[endpoint] };
    const starts = this.arrivals.filter((one) => one.endpoint === endpoint).map(({ at }) => at);
    for (const at of starts) {
      const inOneSecond = starts.filter((other) => other > at - SECOND && other <= at).length;
      expectWithContext(inOneSecond, `${endpoint} got ${inOneSecond} calls in a second`).toBeLessThanOrEqual(rateLimit);
    }
  }
}

test(`${RUNS} runs with random failures and crashes deliver exactly the committed events, to the right endpoints only and never too fast`, async () => {
  const total = { taken: 0, twice: 0 };
  for (let seed = 1; seed <= RUNS; seed++) {
    const w = await world(seed % 2 === 0 ? {} : { wrapStore: (store) => new HotspotStore(store) });
    for (const [id, input] of Object.entries(endpoints)) await addEndpoint(w, id, input);
    const storm = new Storm(w, await callOf(w), seed);
    try {
      await storm.run();
      const { taken, twice } = await storm.check();
      total.taken += taken;
      total.twice += twice;
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
    await w.context.store.close();
  }
  expectWithContext(total.taken, `only ${total.taken} deliveries: too few for a chaos test`).toBeGreaterThan(RUNS * 10);
  console.error(`${total.taken} deliveries accepted, ${total.twice} of them duplicates`);
});
