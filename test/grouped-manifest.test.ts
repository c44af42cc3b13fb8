import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { discover } from "@atrium/functions/testing/cloud/deployed-function";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import groupedFirebase from "../firebase.grouped.json" with { type: "json" };
import firebase from "../firebase.json" with { type: "json" };
import { type FunctionsPer, writeArtifact } from "../scripts/build-functions/artifact.ts";
import { root } from "../scripts/build-functions/root.ts";

// Below the checkout, so that the functions find its packages.
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "atrium-grouped-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forms: readonly FunctionsPer[] = ["endpoint", "grouped"];
const folderOf = (form: FunctionsPer) => join(folder, form);

beforeAll(async () => {
  for (const form of forms) await writeArtifact(folderOf(form), form);
});

/** Names of the functions that hosting rewrites to. */
function namesOf({ hosting }: typeof firebase | typeof groupedFirebase): string[] {
  return [...new Set(hosting.rewrites.flatMap((rewrite) => rewrite.function?.functionId ?? []))].toSorted();
}

/** Names of the functions that anybody may invoke. */
async function publicFunctions(form: FunctionsPer, isEmulated: boolean): Promise<string[]> {
  const { endpoints } = await discover(folderOf(form), { isEmulated });
  return Object.keys(endpoints)
    .filter((name) => endpoints[name]?.httpsTrigger)
    .toSorted();
}

test.each([
  ["endpoint", firebase],
  ["grouped", groupedFirebase],
] as const)("the functions of form %s are those that hosting leads to", async (form, config) => {
  expect(await publicFunctions(form, false)).toStrictEqual(namesOf(config));
});

test.each(forms)(
  "in the emulators, hosting finds its functions with either configuration, built by %s",
  async (form) => {
    const both = new Set([...namesOf(firebase), ...namesOf(groupedFirebase)]);
    expect(await publicFunctions(form, true)).toStrictEqual([...both].toSorted());
  },
);
