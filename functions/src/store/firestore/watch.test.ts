import { once } from "node:events";
import type { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Write } from "#store/port";
import { memoryFirestore } from "#testing/firestore/memory";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { Recorder } from "#testing/harness/store/recorder";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { firestoreStore } from "./adapter.ts";

const items = "worlds/w/items";
const set = (id: string, n: number): Write => ({ op: "set", path: `${items}/${id}`, data: { n } });

interface Client {
  listen(...args: unknown[]): Duplex;
}

interface Pool {
  run(tag: string, isGrpc: boolean, use: (client: Client) => Promise<Client>): Promise<Client>;
}

/** A store over a database in memory, with the streams that its client has opened. */
async function watchedStreams() {
  const { firestore } = await memoryFirestore("demo-atrium");
  const pool = (firestore as unknown as { _clientPool: Pool })._clientPool;
  const client = await pool.run("", true, async (below) => below);
  const listen = client.listen.bind(client);
  const streams: Duplex[] = [];
  client.listen = (...args) => {
    const stream = listen(...args);
    streams.push(stream);
    return stream;
  };
  const store = firestoreStore({ firestore, tree: contractTree, indexes: contractIndexes });
  onTestFinished(() => store.close());
  /** Breaks the last stream, like a server that ends it with this gRPC status. */
  const fail = (code: number) => streams.at(-1)?.destroy(Object.assign(new Error("the stream ends"), { code }));
  return { store, streams, fail };
}

test("a thousand watches of one query share one stream, which is closed when the last one stops", async () => {
  const { store, streams } = await watchedStreams();
  const watches = Array.from({ length: 1000 }, () => Recorder.watch(store, { collection: items }));
  await Promise.all(watches.map((recorder) => recorder.calls(1)));
  await store.commit([set("a", 1)]);
  await Promise.all(watches.map((recorder) => recorder.calls(2)));
  expect(streams.length).toBe(1);
  for (const recorder of watches.slice(1)) recorder.stop();
  expect(streams[0]?.writableEnded).toBe(false);
  const closed = once(streams[0] as Duplex, "finish");
  watches[0]?.stop();
  await closed;
});

test("a broken stream is reopened, and no event is repeated or missed", async () => {
  const { store, streams, fail } = await watchedStreams();
  await store.commit([set("a", 1), set("b", 1)]);
  const recorder = Recorder.watch(store, { collection: items });
  await recorder.calls(1);
  for (const code of [14, 13, 4]) {
    fail(code);
    await store.commit([set("a", code), set(`c${code}`, 1)]);
    await recorder.until(() => recorder.docs.has(`${items}/c${code}`));
  }
  expect(streams.length).toBe(4);
  expect(recorder.story.slice(1)).toStrictEqual([
    ["added c14", "modified a"],
    ["added c13", "modified a"],
    ["added c4", "modified a"],
  ]);
  expect(recorder.errors).toStrictEqual([]);
});

test("an older state of a document that the server resends is not a change", async () => {
  const { store, streams } = await watchedStreams();
  await store.commit([set("a", 1)]);
  const recorder = Recorder.watch(store, { collection: items });
  await recorder.calls(1);
  const messages: { documentChange?: unknown }[] = [];
  streams[0]?.on("data", (message) => messages.push(message));
  for (const n of [2, 3]) {
    await store.commit([set("a", n)]);
    await recorder.calls(n);
  }
  // Google's emulator resends older states to a watch that begins while many commits run.
  streams[0]?.emit(
    "data",
    messages.find(({ documentChange }) => documentChange),
  );
  await store.commit([set("b", 1)]);
  await recorder.calls(4);
  expect(recorder.story.slice(1)).toStrictEqual([["modified a"], ["modified a"], ["added b"]]);
  expect(recorder.numbers).toStrictEqual({ a: 3, b: 1 });
});

test("a permanent failure is reported to every watch once, and a new watch gets a stream of its own", async () => {
  const { store, streams, fail } = await watchedStreams();
  await store.commit([set("a", 1)]);
  const again: Recorder[] = [];
  const watches = [0, 1].map(() => Recorder.watch(store, { collection: items }));
  const failed = { next: () => {}, error: () => void again.push(Recorder.watch(store, { collection: items })) };
  store.watch({ collection: items }, failed);
  await Promise.all(watches.map((recorder) => recorder.calls(1)));
  fail(9);
  await Promise.all(watches.map((recorder) => recorder.until(() => recorder.errors.length > 0)));
  const [second] = again;
  await second?.calls(1);
  await store.commit([set("b", 1)]);
  await second?.calls(2);
  await turn();
  for (const { received, errors } of watches) {
    expect(received.length).toBe(1);
    expect(errors.map((error) => (error as { code?: string }).code)).toStrictEqual(["FAILED_PRECONDITION"]);
  }
  expect(second?.story).toStrictEqual([["added a"], ["added b"]]);
  expect(streams.length).toBe(2);
});
