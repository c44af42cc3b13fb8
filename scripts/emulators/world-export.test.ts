import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { exportFolder, readExportSummary, summarizeWorld } from "./world-export.ts";

/** Sizes in LevelDB's log format, in which the emulator exports documents: of a block, and of a fragment's header. */
const BLOCK = 32_768;
const HEAD = 7;
/** Types of fragments that end a record: a whole record, and the last of several fragments. */
const ENDS = [1, 4];

/** The number of records in a file of LevelDB's log format. */
function countRecords(bytes: Buffer): number {
  let records = 0;
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const blockRest = BLOCK - (at % BLOCK);
    const type = bytes[at + 6] ?? 0;
    if (blockRest < HEAD || type === 0) at += blockRest;
    else {
      if (ENDS.includes(type)) records++;
      at += HEAD + bytes.readUInt16LE(at + 4);
    }
  }
  return records;
}

test("the emulator's export of the demo world is what this code stores (else run `npm run gen:emulator-data`)", async () => {
  expect(await summarizeWorld()).toStrictEqual(readExportSummary());
});

test("the export is complete: the files that its metadata names contain every document", () => {
  const { firestore } = JSON.parse(readFileSync(join(exportFolder, "firebase-export-metadata.json"), "utf8"));
  expect(statSync(join(exportFolder, firestore.metadata_file)).isFile()).toBe(true);
  const files = readdirSync(join(exportFolder, firestore.path), { recursive: true, encoding: "utf8" });
  const outputs = files.filter((name) => /output-\d+$/.test(name));
  const records = outputs.map((name) => countRecords(readFileSync(join(exportFolder, firestore.path, name))));
  expect(records.reduce((sum, count) => sum + count, 0)).toBe(readExportSummary().documents);
});

test("the folder that the emulators import is smaller than 2 MB", () => {
  const files = readdirSync(exportFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expectWithContext(bytes, `${bytes} bytes`).toBeLessThan(2_000_000);
});

test("--help of its script says what it needs, and writes nothing", () => {
  const script = join(import.meta.dirname, "export-world.ts");
  const before = readExportSummary();
  const printed = execFileSync(process.execPath, [script, "--help"], { env: { PATH: "/nowhere" }, encoding: "utf8" });
  expect(printed).toMatch(/^Usage: npm run gen:emulator-data\n.*FIRESTORE_EMULATOR_BINARY_PATH/s);
  expect(readExportSummary()).toStrictEqual(before);
});
