import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cut } from "./cut.ts";
import { fromJsonLines, type Kind } from "./records.ts";
import { danglingReferences } from "./references.ts";

const records = fromJsonLines(readFileSync(new URL("../../emulator-data/real-cut.jsonl", import.meta.url), "utf8"));
const count = (kind: Kind) => records.filter((record) => record.kind === kind).length;

test("the cut of the real world is complete in itself", () => {
  assert.deepEqual(danglingReferences(records), []);
});

test("the cut is small, and large enough to test with", () => {
  assert.equal(count("organization"), 2);
  assert.ok(count("user") > 100);
  assert.ok(count("folder") >= 60 && count("folder") < 100);
  assert.ok(count("document") >= 250 && count("document") < 400);
  assert.ok(count("activity") >= 500 && count("activity") <= 1500);
});

test("cutting the cut again changes nothing", () => {
  assert.deepEqual(cut(records), records);
});

test("a cut leaves out what it does not want, and whoever only worked on that", () => {
  const organizationId = "protocol";
  const kept = [
    { kind: "user", organizationId, userId: "stays" } as const,
    { kind: "folder", organizationId, folderId: "services", parentFolderId: "root" } as const,
    { kind: "document", organizationId, documentId: "services/a", folderId: "services" } as const,
    { kind: "activity", organizationId, documentId: "services/a", userId: "stays", id: "1" } as const,
  ];
  const left = [
    { kind: "user", organizationId, userId: "goes" } as const,
    { kind: "folder", organizationId, folderId: "lexicons", parentFolderId: "root" } as const,
    { kind: "document", organizationId, documentId: "lexicons/b", folderId: "lexicons" } as const,
    { kind: "activity", organizationId, documentId: "lexicons/b", userId: "goes", id: "2" } as const,
  ];
  assert.deepEqual(cut([...left, ...kept]), kept);
});
