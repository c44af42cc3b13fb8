import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { cut } from "./cut.ts";
import { fromJsonLines, type Kind } from "./records.ts";
import { danglingReferences } from "./references.ts";

const records = fromJsonLines(readFileSync(new URL("./real-cut.jsonl", import.meta.url), "utf8"));
const count = (kind: Kind) => records.filter((record) => record.kind === kind).length;

test("the cut of the real world has no dangling references", () => {
  expect(danglingReferences(records)).toStrictEqual([]);
});

test("the cut is small, and large enough to test with", () => {
  expect(count("organization")).toBe(2);
  expect(count("user")).toBeGreaterThan(100);
  expect(count("folder") >= 60 && count("folder") < 100).toBe(true);
  expect(count("document") >= 250 && count("document") < 400).toBe(true);
  expect(count("activity") >= 500 && count("activity") <= 1500).toBe(true);
});

test("cutting the cut again changes nothing", () => {
  expect(cut(records)).toStrictEqual(records);
});

test("a cut omits unwanted records, and users who contributed only to those", () => {
  const organizationId = "protocol";
  const wantedRecords = [
    { kind: "user", organizationId, userId: "stays" } as const,
    { kind: "folder", organizationId, folderId: "services", parentFolderId: "root" } as const,
    { kind: "document", organizationId, documentId: "services/a", folderId: "services" } as const,
    { kind: "activity", organizationId, documentId: "services/a", userId: "stays", id: "1" } as const,
  ];
  const unwantedRecords = [
    { kind: "user", organizationId, userId: "goes" } as const,
    { kind: "folder", organizationId, folderId: "lexicons", parentFolderId: "root" } as const,
    { kind: "document", organizationId, documentId: "lexicons/b", folderId: "lexicons" } as const,
    { kind: "activity", organizationId, documentId: "lexicons/b", userId: "goes", id: "2" } as const,
  ];
  expect(cut([...unwantedRecords, ...wantedRecords])).toStrictEqual(wantedRecords);
});
