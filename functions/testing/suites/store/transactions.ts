import { expect, test } from "@jest/globals";
import type { Query, Write } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { testUnless } from "#testing/harness/jest/skip";
import type { Contract } from "./capabilities.ts";

/** Contract: a transaction is applied as a whole, as if no other were running. */
export function transactionContract({ store, world, can }: Contract): void {
  const read = async (path: string) => (await store().get(path))?.data;
  const number = async (path: string) => (await store().get<{ n: number }>(path))?.data.n;

  /** Increments the number in a document; retries as long as there are conflicts. */
  async function increment(path: string): Promise<void> {
    for (;;) {
      try {
        return await store().transact(async (tx) => {
          const doc = await tx.get<{ n: number }>(path);
          tx.set(path, { n: (doc?.data.n ?? 0) + 1 });
        });
      } catch (error) {
        if ((error as { code?: string }).code !== "ABORTED") throw error;
      }
    }
  }

  test("a transaction reads, writes and returns what its body returns", async () => {
    const w = world();
    const at = (id: string) => `${w}/items/${id}`;
    await store().commit(
      ["a", "b", "c", "d"].map((id): Write => ({ op: "set", path: at(id), data: { n: 1, map: { id } } })),
    );
    const result = await store().transact(async (tx) => {
      const [first, second] = await tx.getMany<{ n: number }>([at("a"), at("none")]);
      const { docs } = await tx.query({
        collection: `${w}/items`,
        orderBy: [{ field: "n", direction: "asc" }],
        limit: 2,
      });
      tx.create(at("e"), { n: 5 });
      tx.set(at("a"), { n: (first?.data.n ?? 0) + 1 });
      tx.merge(at("b"), { map: { more: true } });
      tx.update(at("c"), { map: {} });
      tx.delete(at("d"));
      return [second, docs.map((doc) => doc.id)];
    });
    expect(result).toStrictEqual([undefined, ["a", "b"]]);
    const docs = (await store().query({ collection: `${w}/items` })).docs;
    expect(docs.map(({ id, data }) => ({ id, ...data }))).toStrictEqual([
      { id: "a", n: 2 },
      { id: "b", n: 1, map: { id: "b", more: true } },
      { id: "c", n: 1, map: {} },
      { id: "e", n: 5 },
    ]);
  });

  test("nothing is written before the body has returned", async () => {
    const w = world();
    await store().transact(async (tx) => {
      tx.create(`${w}/items/a`, { n: 1 });
      if (can.optimistic) expect(await read(`${w}/items/a`)).toBeUndefined();
    });
    expect(await read(`${w}/items/a`)).toStrictEqual({ n: 1 });
  });

  test("when the body throws, nothing is written and its error is passed on unchanged", async () => {
    const w = world();
    const error = new Error("not this time");
    let runs = 0;
    const failing = store().transact(async (tx) => {
      runs++;
      await tx.get(w);
      tx.set(w, { n: 1 });
      throw error;
    });
    await expect(failing).rejects.toBe(error);
    expect(runs).toBe(1);
    expect(await read(w)).toBeUndefined();
  });

  test("a write that fails fails the whole transaction", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { n: 1 } }]);
    const create = store().transact(async (tx) => {
      tx.set(`${w}/items/a`, {});
      tx.create(w, {});
    });
    await expect(create).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    const update = store().transact(async (tx) => {
      await tx.get(w);
      tx.set(`${w}/items/a`, {});
      tx.update(`${w}/items/b`, {});
    });
    await expect(update).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await read(`${w}/items/a`)).toBeUndefined();
  });

  test("a read after a write is refused, and nothing is written", async () => {
    const w = world();
    const readers: ((tx: Parameters<Parameters<ReturnType<typeof store>["transact"]>[0]>[0]) => Promise<unknown>)[] = [
      (tx) => tx.get(w),
      (tx) => tx.getMany([w]),
      (tx) => tx.query({ collection: `${w}/items` }),
    ];
    for (const reader of readers) {
      const wrong = store().transact(async (tx) => {
        tx.set(w, { n: 1 });
        await reader(tx);
      });
      await expect(wrong).rejects.toThrow(/reads before it writes/);
      expect(await read(w)).toBeUndefined();
    }
  });

  test("a transaction may create a document that it has read as missing, and one that only reads changes nothing", async () => {
    const w = world();
    const make = () =>
      store().transact(async (tx) => {
        if (await tx.get(w)) return "there";
        tx.create(w, { n: 1 });
        return "made";
      });
    expect([await make(), await make()]).toStrictEqual(["made", "there"]);
    const before = await store().get(w);
    expect(await store().transact(async (tx) => (await tx.get<{ n: number }>(w))?.data.n)).toBe(1);
    expect(await store().get(w)).toStrictEqual(before);
  });

  test("two concurrent increments are both counted", async () => {
    const w = world();
    for (let round = 0; round < 5; round++) await Promise.all([increment(w), increment(w)]);
    expect(await number(w)).toBe(10);
  });

  test(`none of ${can.increments} concurrent increments is lost`, async () => {
    const w = world();
    await Promise.all(Array.from({ length: can.increments }, () => increment(w)));
    expect(await number(w)).toBe(can.increments);
  });

  test("of several transactions that create the same document, one succeeds", async () => {
    const w = world();
    const racers = Array.from({ length: 5 }, (_, i) =>
      store().transact(async (tx) => {
        if (await tx.get(w)) return false;
        tx.create(w, { i });
        return true;
      }),
    );
    const results = await Promise.allSettled(racers);
    const winners = results.flatMap((result, i) => (result.status === "fulfilled" && result.value ? [i] : []));
    expect(winners.length).toBe(1);
    expect(await read(w)).toStrictEqual({ i: winners[0] });
  });

  test("two transactions that each read what the other writes do not both act on the old state", async () => {
    for (let round = 0; round < 5; round++) {
      const w = world();
      const doctors = [`${w}/items/a`, `${w}/items/b`];
      await store().commit(doctors.map((path): Write => ({ op: "set", path, data: { onCall: true } })));
      const leave = (path: string) =>
        store().transact(async (tx) => {
          const all = await tx.getMany(doctors);
          if (all.every((doc) => doc?.data.onCall)) tx.update(path, { onCall: false });
        });
      await Promise.allSettled(doctors.map(leave));
      const doctorsOnCall = (await store().getMany(doctors)).filter((doc) => doc?.data.onCall);
      expect(doctorsOnCall.length).toBeGreaterThanOrEqual(1);
    }
  });

  const outside = { skip: !can.optimistic };

  testUnless(outside.skip)(
    "a document that was read and changed by another commit makes the transaction run again",
    async () => {
      const w = world();
      const other = `${w}/items/a`;
      const kinds: Write[] = [
        { op: "create", path: other, data: { n: 1 } },
        { op: "update", path: other, data: { n: 2 } },
        { op: "delete", path: other },
      ];
      for (const change of kinds) {
        let runs = 0;
        const seenNumber = await store().transact(async (tx) => {
          const doc = await tx.get<{ n: number }>(other);
          if (++runs === 1) await store().commit([change]);
          tx.set(w, { seen: doc?.data.n ?? null });
          return doc?.data.n ?? null;
        });
        expect(runs).toBe(2);
        expect(seenNumber).toBe((await number(other)) ?? null);
        expect(await read(w)).toStrictEqual({ seen: seenNumber });
      }
    },
  );

  testUnless(outside.skip)("a query result that another commit changed makes the transaction run again", async () => {
    const w = world();
    const collection = `${w}/items`;
    const query: Query = { collection, where: [{ field: "n", op: "==", value: 1 }] };
    await store().commit(["a", "b"].map((id): Write => ({ op: "set", path: `${collection}/${id}`, data: { n: 1 } })));
    const changes: Write[] = [
      { op: "update", path: `${collection}/a`, data: { more: true } },
      { op: "update", path: `${collection}/a`, data: { n: 2 } },
      { op: "delete", path: `${collection}/b` },
    ];
    if (can.phantoms) changes.push({ op: "create", path: `${collection}/c`, data: { n: 1 } });
    if (can.phantoms) changes.push({ op: "update", path: `${collection}/a`, data: { n: 1 } });
    for (const change of changes) {
      let runs = 0;
      await store().transact(async (tx) => {
        const { docs } = await tx.query(query);
        if (++runs === 1) await store().commit([change]);
        tx.set(w, { count: docs.length });
      });
      expectWithContext(runs, JSON.stringify(change)).toBe(2);
      expect(await read(w)).toStrictEqual({ count: await store().count(query) });
    }
  });

  testUnless(!can.optimistic || !can.phantoms)(
    "a group query that another commit changed makes the transaction run again",
    async () => {
      const w = world();
      let runs = 0;
      const count = await store().transact(async (tx) => {
        const { docs } = await tx.query({ group: "logs", under: w });
        if (++runs === 1) await store().commit([{ op: "set", path: `${w}/items/a/logs/b`, data: { n: 1 } }]);
        tx.set(w, { count: docs.length });
        return docs.length;
      });
      expect([runs, count]).toStrictEqual([2, 1]);
    },
  );

  testUnless(outside.skip)(
    "changes to documents that a transaction has not read do not make it run again",
    async () => {
      const w = world();
      let runs = 0;
      await store().transact(async (tx) => {
        await tx.get(`${w}/items/a`);
        await tx.query({ collection: `${w}/items`, where: [{ field: "n", op: "==", value: 1 }] });
        if (++runs === 1) await store().commit([{ op: "set", path: `${w}/items/b`, data: { n: 2 } }]);
        tx.set(w, { n: 1 });
      });
      expect(runs).toBe(1);
    },
  );

  testUnless(outside.skip)("a transaction never reads two documents from different times", async () => {
    const w = world();
    const pair = [`${w}/items/a`, `${w}/items/b`] as const;
    const both = (n: number) => store().commit(pair.map((path): Write => ({ op: "set", path, data: { n } })));
    await both(0);
    let n = 0;
    const numbers = await store().transact(async (tx) => {
      const first = await tx.get<{ n: number }>(pair[0]);
      if (n === 0) await both(++n);
      const second = await tx.get<{ n: number }>(pair[1]);
      return [first?.data.n, second?.data.n];
    });
    expect(numbers[0]).toBe(numbers[1]);
  });

  testUnless(outside.skip)("a transaction whose reads have changed each time is given up with ABORTED", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { n: 0 } }]);
    let runs = 0;
    const contended = store().transact(async (tx) => {
      await tx.get(w);
      await store().commit([{ op: "set", path: w, data: { n: ++runs } }]);
      tx.set(w, { n: -1 });
    });
    await expect(contended).rejects.toMatchObject({ code: "ABORTED" });
    expect(runs).toBe(can.runs);
    expect(await read(w)).toStrictEqual({ n: can.runs });
  });
}
