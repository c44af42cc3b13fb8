import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";

/** A list that is read in pages while others write to it. */
export interface PagedList {
  add(ids: string[]): Promise<void>;
  remove(ids: string[]): Promise<void>;
  /** One page: ids, and the token of the next page. */
  page(pageSize: number, pageToken: string | undefined): Promise<{ ids: string[]; pageToken?: string | undefined }>;
}

/** Ids with equal prefixes, of several scripts and with slashes. */
const idOf = (n: number) => ["a", "a/", "é", "__proto__", "Z"][n % 5] + String(n);

/** Changes between two pages: numbers of the ids that are added and deleted. */
const changes = fc.record({
  add: fc.uniqueArray(fc.nat(60), { maxLength: 6 }),
  remove: fc.uniqueArray(fc.nat(60), { maxLength: 6 }),
});

/**
 * Checks that paging through a list neither skips nor repeats an item that exists throughout, whatever is added and
 * deleted between the pages, and that it ends.
 */
export async function checkPaging(open: () => Promise<PagedList>, numRuns = 25): Promise<void> {
  const first = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 30 });
  const between = fc.array(changes, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(first, between, fc.integer({ min: 1, max: 7 }), async (numbers, steps, pageSize) => {
      const list = await open();
      const there = new Set(numbers.map(idOf));
      const throughout = new Set(there);
      await list.add([...there]);
      const listed: string[] = [];
      let pageToken: string | undefined;
      for (let i = 0; ; i++) {
        expectWithContext(i, "paging does not end").toBeLessThan(200);
        const page = await list.page(pageSize, pageToken);
        expectWithContext(page.ids.length, "a page is longer than asked for").toBeLessThanOrEqual(pageSize);
        listed.push(...page.ids);
        pageToken = page.pageToken;
        if (pageToken === undefined) break;
        const step = steps[i];
        if (!step) continue;
        const gone = step.remove.map(idOf).filter((id) => there.has(id));
        const come = step.add.map(idOf).filter((id) => !there.has(id));
        if (gone.length > 0) await list.remove(gone);
        if (come.length > 0) await list.add(come);
        for (const id of gone) {
          there.delete(id);
          throughout.delete(id);
        }
        for (const id of come) there.add(id);
      }
      for (const id of throughout)
        expectWithContext(listed.filter((other) => other === id).length, `${id} in ${listed}`).toBe(1);
    }),
    { numRuns },
  );
}
