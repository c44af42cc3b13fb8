import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { writeLines } from "./write-lines.ts";

async function* numbers(count: number, failAt = -1) {
  for (let i = 0; i < count; i++) {
    if (i === failAt) throw new Error("broken");
    yield { i, text: "x".repeat(100) };
  }
}

test("records become lines, compressed with gzip if the name ends in .gz", async () => {
  const folder = temporaryFolder();
  const [plain, packed] = [join(folder, "a.jsonl"), join(folder, "a.jsonl.gz")];
  await writeLines(plain, numbers(3000), { overwrite: false });
  await writeLines(packed, numbers(3000), { overwrite: false });
  const text = readFileSync(plain, "utf8");
  expect(text.split("\n").length).toBe(3001);
  expect(JSON.parse(text.split("\n")[2999] ?? "")).toStrictEqual({ i: 2999, text: "x".repeat(100) });
  expect(gunzipSync(readFileSync(packed)).toString()).toBe(text);
});

test("an existing file is replaced only on request", async () => {
  const file = join(temporaryFolder(), "a.jsonl");
  writeFileSync(file, "precious");
  await expect(writeLines(file, numbers(1), { overwrite: false })).rejects.toMatchObject({
    name: "CommandError",
    message: `${file} already exists. Name another file, or add --force to replace it.`,
  });
  expect(readFileSync(file, "utf8")).toBe("precious");
  await writeLines(file, numbers(1), { overwrite: true });
  expect(readFileSync(file, "utf8")).toMatch(/^\{"i":0,/);
});

test("a failed export leaves neither a partial file nor a changed one", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "a.jsonl");
  await expect(writeLines(file, numbers(5000, 4000), { overwrite: false })).rejects.toThrow(/broken/);
  expect(readdirSync(folder)).toStrictEqual([]);
  writeFileSync(file, "precious");
  await expect(writeLines(file, numbers(5000, 4000), { overwrite: true })).rejects.toThrow(/broken/);
  expect([readdirSync(folder), readFileSync(file, "utf8")]).toStrictEqual([["a.jsonl"], "precious"]);
});

test("a destination that can't be written is reported", async () => {
  const file = join(temporaryFolder(), "none", "a.jsonl");
  await expect(writeLines(file, numbers(1), { overwrite: false })).rejects.toMatchObject({
    name: "CommandError",
    message: expect.stringMatching(/^There is no folder .*none for the export\. Make it first\.$/),
  });
  expect(existsSync(file)).toBe(false);
});
