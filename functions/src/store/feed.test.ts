import { expect, test } from "@jest/globals";
import { Recorder } from "#testing/harness/store/recorder";
import { Feed, watchKey } from "./feed.ts";
import type { Doc, WatchQuery } from "./port.ts";

const doc = (id: string, version: number): Doc => ({ path: `worlds/${id}`, id, data: {}, version: String(version) });

test("a feed skips documents at a known version and paths that it does not hold", async () => {
  const feed = new Feed(() => {});
  const recorder = new Recorder();
  feed.add(recorder);
  feed.update([doc("a", 1), doc("b", 1)], ["worlds/c"], "1");
  feed.update([doc("a", 1)], ["worlds/c"], "2");
  feed.update([doc("a", 1), doc("b", 3)], ["worlds/c"], "3");
  expect(recorder.story).toStrictEqual([["added a", "added b"], ["modified b"]]);
  expect(recorder.received[1]?.version).toBe("3");
});

test("a later subscriber receives all documents, as of the last read", async () => {
  const feed = new Feed(() => {});
  feed.add(new Recorder());
  feed.update([doc("a", 1), doc("b", 1)], [], "1");
  feed.update([doc("a", 2)], ["worlds/b"], "2");
  feed.update([], [], "5");
  const late = new Recorder();
  feed.add(late);
  expect(late.received.length).toBe(0);
  await late.calls(1);
  expect(late.received).toStrictEqual([{ changes: [{ type: "added", doc: doc("a", 2) }], version: "5" }]);
});

test("a feed reports once that it is empty, when its last subscriber has left for any reason", async () => {
  let empty = 0;
  const feed = new Feed(() => void empty++);
  const stops = [0, 1].map(() => feed.add(new Recorder()));
  feed.add(
    new Recorder(() => {
      throw new Error("a fault of the listener");
    }),
  );
  feed.update([], [], "1");
  for (const stop of [...stops, ...stops]) {
    expect(empty).toBe(0);
    if (stop !== stops[1]) stop();
  }
  feed.fail(new Error("the end"));
  stops[1]?.();
  expect(empty).toBe(1);
});

test("queries that differ in anything have different keys, however similar their values", () => {
  const where = (field: string, value: number | string | Date): WatchQuery => ({
    collection: "worlds",
    where: [{ field, op: "==", value }],
  });
  const at = new Date(0);
  const queries = [
    { collection: "worlds" },
    { collection: "world" },
    ...[where("n", 0), where("m", 0), where("n", "0"), where("n", at), where("n", at.toISOString())],
    { ...where("n", 0), orderBy: [{ field: "m", direction: "asc" as const }] },
    { ...where("n", 0), orderBy: [{ field: "m", direction: "desc" as const }] },
  ];
  expect(new Set(queries.map(watchKey)).size).toBe(queries.length);
  expect(watchKey(where("n", new Date(0)))).toBe(watchKey(where("n", at)));
  expect(watchKey({ collection: "worlds", where: [] })).toBe(watchKey({ collection: "worlds" }));
});
