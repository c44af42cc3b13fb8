import { test } from "@jest/globals";
import fc from "fast-check";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { tries } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";

type Change = { does: "add" | "update" | "delete"; which: number };

const acme = { organizationId: "acme" };
const documents = ["roadmap", "old-plan"];

/** Adds threads to both documents alternately, some at the same time. */
async function addThreads(w: World, from: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => `t${from + i}`);
  for (const [i, annotationId] of ids.entries()) {
    if (i % 3 === 0) w.advance(1);
    const documentId = documents[(from + i) % 2];
    const commentAnnotations = [{ annotationId, commentData: [{ from: { userId: "eve" } }] }];
    await w.ok("/v2/commentannotations/add", { ...acme, documentId, commentAnnotations });
  }
  return ids;
}

async function touch(w: World, { does, which }: Change, ids: string[]): Promise<string | undefined> {
  if (does === "add") {
    await addThreads(w, 1000 + which, 1);
    return undefined;
  }
  const id = ids[which % ids.length] as string;
  const place = { ...acme, documentId: documents[ids.indexOf(id) % 2], annotationIds: [id] };
  const more = does === "update" && { updatedData: { context: { which } } };
  w.advance(1);
  await w.ok(`/v2/commentannotations/${does}`, { ...place, ...more });
  return id;
}

const changes = fc.array(
  fc.record({ does: fc.constantFrom("add", "update", "delete"), which: fc.nat(30) }),
) as fc.Arbitrary<Change[]>;

const selections = fc.constantFrom(
  {},
  { documentId: "roadmap" },
  { documentIds: documents },
  { statusIds: ["OPEN"], documentIds: documents },
);

test("pages return every thread that exists throughout, and exactly once if it does not change between pages", async () => {
  await fc.assert(
    fc.asyncProperty(
      selections,
      fc.constantFrom("asc", "desc"),
      fc.integer({ min: 1, max: 5 }),
      fc.uniqueArray(changes, { minLength: 1, maxLength: 6 }),
      async (selection, order, pageSize, between) => {
        const w = await exampleWorld();
        const ids = await addThreads(w, 0, 12);
        const touched = new Set<string | undefined>();
        const deleted = new Set<string | undefined>();
        const listed: string[] = [];
        const waiting = [...between];
        let pageToken: string | undefined;
        do {
          const query = { ...acme, ...selection, userIds: ["eve"], order, pageSize, pageToken };
          const page = await w.ok("/v2/commentannotations/get", query);
          listed.push(...page.data.map(({ annotationId }: { annotationId: string }) => annotationId));
          pageToken = page.nextPageToken;
          for (const change of waiting.shift() ?? []) {
            const id = await touch(w, change, ids);
            (change.does === "delete" ? deleted : touched).add(id);
          }
        } while (pageToken);
        const isSelected = (i: number) => !("documentId" in selection) || i % 2 === 0;
        for (const id of ids.filter((one, i) => !deleted.has(one) && isSelected(i))) {
          const times = listed.filter((one) => one === id).length;
          expectWithContext(times, `${id} in ${listed}`).toBeGreaterThanOrEqual(1);
          if (!touched.has(id)) expectWithContext(times, `${id} in ${listed}`).toBe(1);
        }
      },
    ),
    { numRuns: tries(25) },
  );
});
