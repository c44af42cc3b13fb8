import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { writeLines } from "./write-lines.ts";

async function* numbers(count: number, failAt = -1) {
  for (let i = 0; i < count; i++) {
    if (i === failAt) throw new Error("broken");
    yield { i, text: "x".repeat(100) };
  }
}

test("records become lines, gzipped when the name says so", async (t) => {
  const folder = temporaryFolder(t);
  const [plain, packed] = [join(folder, "a.jsonl"), join(folder, "a.jsonl.gz")];
  await writeLines(plain, numbers(3000), { overwrite: false });
  await writeLines(packed, numbers(3000), { overwrite: false });
  const text = readFileSync(plain, "utf8");
  assert.equal(text.split("\n").length, 3001);
  assert.deepEqual(JSON.parse(text.split("\n")[2999] ?? ""), { i: 2999, text: "x".repeat(100) });
  assert.equal(gunzipSync(readFileSync(packed)).toString(), text);
});

test("a file that is there stays as it is unless it may be replaced", async (t) => {
  const file = join(temporaryFolder(t), "a.jsonl");
  writeFileSync(file, "precious");
  await assert.rejects(writeLines(file, numbers(1), { overwrite: false }), {
    name: "CommandError",
    message: `${file} is there already. Name another file, or add --force to replace it.`,
  });
  assert.equal(readFileSync(file, "utf8"), "precious");
  await writeLines(file, numbers(1), { overwrite: true });
  assert.match(readFileSync(file, "utf8"), /^\{"i":0,/);
});

test("an export that fails leaves neither a half file nor a changed one", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "a.jsonl");
  await assert.rejects(writeLines(file, numbers(5000, 4000), { overwrite: false }), /broken/);
  assert.deepEqual(readdirSync(folder), []);
  writeFileSync(file, "precious");
  await assert.rejects(writeLines(file, numbers(5000, 4000), { overwrite: true }), /broken/);
  assert.deepEqual([readdirSync(folder), readFileSync(file, "utf8")], [["a.jsonl"], "precious"]);
});

test("a place that can't be written is said", async (t) => {
  const file = join(temporaryFolder(t), "none", "a.jsonl");
  await assert.rejects(writeLines(file, numbers(1), { overwrite: false }), {
    name: "CommandError",
    message: /can't be written/,
  });
  assert.ok(!existsSync(file));
});
