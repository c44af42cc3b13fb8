import { expect, test } from "@jest/globals";
import type { Precondition, Write } from "#store/port";
import type { Contract } from "./capabilities.ts";

const OPS = ["set", "merge", "update", "delete"] as const;

/** `exists` and `version`, on each kind of write that accepts them. */
export function preconditionContract({ store, world }: Contract): void {
  const build = (op: (typeof OPS)[number], path: string, precondition: Precondition): Write =>
    op === "delete" ? { op, path, precondition } : { op, path, data: { n: 2 }, precondition };

  for (const op of OPS) {
    test(`${op} is applied when its precondition holds`, async () => {
      const w = world();
      const holding = async (): Promise<Precondition[]> => {
        const version = (await store().get(w))?.version ?? "";
        return [{}, { exists: true }, { version }, { exists: true, version }];
      };
      for (let i = 0; i < 4; i++) {
        await store().commit([{ op: "set", path: w, data: { n: 1, i } }]);
        const precondition = (await holding())[i] as Precondition;
        await store().commit([build(op, w, precondition)]);
        expect((await store().get(w))?.data.n).toBe(op === "delete" ? undefined : 2);
      }
    });

    test(`${op} is refused with FAILED_PRECONDITION if the document exists but must not, or has changed`, async () => {
      const w = world();
      await store().commit([{ op: "set", path: w, data: { n: 0 } }]);
      const stale = (await store().get(w))?.version ?? "";
      await store().commit([{ op: "set", path: w, data: { n: 1 } }]);
      const before = await store().get(w);
      for (const precondition of [
        { exists: false },
        { version: stale },
        { version: "0.0" },
        { exists: true, version: stale },
      ])
        await expect(store().commit([build(op, w, precondition)])).rejects.toMatchObject({
          code: "FAILED_PRECONDITION",
        });
      expect(await store().get(w)).toStrictEqual(before);
    });
  }

  for (const op of ["set", "merge", "delete"] as const) {
    test(`${op} is refused with FAILED_PRECONDITION if the document is missing but must exist`, async () => {
      const w = world();
      for (const precondition of [{ exists: true }, { version: "1.1" }])
        await expect(store().commit([build(op, w, precondition)])).rejects.toMatchObject({
          code: "FAILED_PRECONDITION",
        });
      expect(await store().get(w)).toBeUndefined();
    });

    test(`${op} with { exists: false } is applied to a missing document`, async () => {
      const w = world();
      await store().commit([build(op, w, { exists: false })]);
      expect((await store().get(w))?.data.n).toBe(op === "delete" ? undefined : 2);
    });
  }

  test("of several commits with the same version, one is applied", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { n: 0 } }]);
    const version = (await store().get(w))?.version ?? "";
    const racers = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => store().commit([{ op: "update", path: w, data: { n }, precondition: { version } }])),
    );
    expect(racers.filter((racer) => racer.status === "fulfilled").length).toBe(1);
    for (const racer of racers)
      if (racer.status === "rejected") expect(["FAILED_PRECONDITION", "ABORTED"]).toContain(racer.reason.code);
    const winner = racers.findIndex((racer) => racer.status === "fulfilled") + 1;
    expect((await store().get(w))?.data).toStrictEqual({ n: winner });
  });

  test("a precondition guards the other writes of its commit", async () => {
    const w = world();
    await store().commit([{ op: "set", path: w, data: { n: 1 } }]);
    const guard: Write = { op: "merge", path: w, data: {}, precondition: { exists: false } };
    await expect(store().commit([{ op: "create", path: `${w}/items/a`, data: {} }, guard])).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    expect(await store().get(`${w}/items/a`)).toBeUndefined();
  });
}
