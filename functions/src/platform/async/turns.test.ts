import { expect, test } from "@jest/globals";
import { Turns } from "./turns.ts";

test("at most the given number of tasks run at once, the others follow in order, and a failure ends a turn", async () => {
  const turns = new Turns(2);
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = works.map((work, i) =>
    turns.run(() => {
      begun.push(i);
      return work.promise;
    }),
  );
  expect(begun).toStrictEqual([0, 1]);
  works[1]?.reject(new Error("broken"));
  await expect(results[1]).rejects.toThrow("broken");
  expect(begun).toStrictEqual([0, 1, 2]);
  works.forEach((work, i) => void work.resolve(i));
  expect(await Promise.all(results.filter((_, i) => i !== 1))).toStrictEqual([0, 2, 3, 4]);
  expect(begun).toStrictEqual([0, 1, 2, 3, 4]);
  expect(await turns.run(async () => "free again")).toBe("free again");
});
