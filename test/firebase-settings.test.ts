import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");
const firebase = JSON.parse(read("firebase.json"));

test("clients reach nothing in Firestore: the rules hold one match, of everything, which allows nothing", () => {
  const rules = read("firestore.rules").replaceAll(/\/\/.*$/gm, "");
  assert.match(rules, /^rules_version = "2";/);
  assert.deepEqual(rules.match(/\bmatch\s+\S+/g), ["match /databases/{database}/documents", "match /{document=**}"]);
  assert.deepEqual(rules.match(/\ballow\b[^;]*;/g), ["allow read, write: if false;"]);
});

test("the rules and the indexes that are deployed are files of this repository", () => {
  for (const name of [firebase.firestore.rules, firebase.firestore.indexes]) assert.ok(existsSync(new URL(name, root)));
});

test("nothing reaches a real project by mistake: the default is one that exists nowhere", () => {
  assert.deepEqual(JSON.parse(read(".firebaserc")), { projects: { default: "demo-atrium" } });
});

test("what is deployed is the built unit, on the Node that it is tested with", () => {
  const [codebase, ...others] = firebase.functions;
  assert.deepEqual(others, []);
  assert.equal(codebase.source, "dist/functions");
  const [major] = process.versions.node.split(".");
  assert.equal(codebase.runtime, `nodejs${major}`);
});

test("the emulators listen on this machine alone, each on a port of its own", () => {
  const { functions, firestore, hosting, tasks } = firebase.emulators;
  const all = [functions, firestore, hosting, tasks];
  for (const { host } of all) assert.equal(host, "127.0.0.1");
  assert.equal(new Set(all.map(({ port }) => port)).size, all.length);
});
