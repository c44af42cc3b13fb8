import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const file = join(import.meta.dirname, "..", "..", "..", "firestore.rules");
/** The rules without comments and white space. */
const idle = /\/\/[^\n]*|\s+/g;
const denyAll = `rules_version = "2";
service cloud.firestore { match /databases/{database}/documents { match /{document=**} { allow read, write: if false; } } }`;

test("firestore.rules has one rule: clients neither read nor write any document", () => {
  expect(readFileSync(file, "utf8").replaceAll(idle, "")).toBe(denyAll.replaceAll(idle, ""));
});
