import { existsSync, readFileSync } from "node:fs";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";

const root = new URL("../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");
const firebase = JSON.parse(read("firebase.json"));

test("clients can't reach Firestore: the only rule matches everything and allows nothing", () => {
  const rules = read("firestore.rules").replaceAll(/\/\/.*$/gm, "");
  expect(rules).toMatch(/^rules_version = "2";/);
  expect(rules.match(/\bmatch\s+\S+/g)).toStrictEqual([
    "match /databases/{database}/documents",
    "match /{document=**}",
  ]);
  expect(rules.match(/\ballow\b[^;]*;/g)).toStrictEqual(["allow read, write: if false;"]);
});

test("the deployed rules and indexes are files of this repository", () => {
  for (const name of [firebase.firestore.rules, firebase.firestore.indexes])
    expect(existsSync(new URL(name, root))).toBe(true);
});

test("no command reaches a real project by mistake: the default project does not exist", () => {
  expect(JSON.parse(read(".firebaserc"))).toStrictEqual({ projects: { default: "demo-atrium" } });
});

test("the built artifact is deployed, on the Node version of the tests", () => {
  const [codebase, ...others] = firebase.functions;
  expect(others).toStrictEqual([]);
  expect(codebase.source).toBe("deploy/functions");
  expectWithContext(codebase.ignore, "the secrets of the emulators stay here").toContain("*.local");
  const [major] = process.versions.node.split(".");
  expect(codebase.runtime).toBe(`nodejs${major}`);
});

test("the emulators listen only on this machine, each on its own port", () => {
  const { functions, firestore, hosting, tasks } = firebase.emulators;
  const all = [functions, firestore, hosting, tasks];
  for (const { host } of all) expect(host).toBe("127.0.0.1");
  expect(new Set(all.map(({ port }) => port)).size).toBe(all.length);
});
