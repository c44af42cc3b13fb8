import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, jest, test } from "@jest/globals";
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

test("on a terminal, invisible characters of people's data are escaped; a program gets them as they are", async () => {
  const { stdout } = process;
  const { isTTY } = stdout;
  let written = "";
  const write = jest.spyOn(stdout, "write").mockImplementation((chunk, _encoding, done) => {
    written += chunk;
    (done as () => void)();
    return true;
  });
  onTestFinished(() => {
    write.mockRestore();
    stdout.isTTY = isTTY;
  });
  const name = "a\u009b2Jb\u202ec";
  async function* records() {
    yield { name };
  }
  const printed = async (isTerminal: boolean) => {
    stdout.isTTY = isTerminal;
    written = "";
    await writeLines("-", records(), { overwrite: false });
    return written;
  };
  expect(await printed(false)).toBe(`{"name":"${name}"}\n`);
  expect(await printed(true)).toBe('{"name":"a\\u009b2Jb\\u202ec"}\n');
});
