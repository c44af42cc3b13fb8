import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { serverFile } from "../../testing/built-server.ts";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createLog } from "./log.ts";
import { fileSink, logFile, olderLogFile, requireWritable } from "./log-file.ts";
import { LogTail, lastLines } from "./log-tail.ts";

/** Writes a text to a sink, as the output of a process does. */
function append(sink: ReturnType<typeof fileSink>, text: string): Promise<void> {
  return new Promise((resolve, reject) => sink(Buffer.from(text), (error) => (error ? reject(error) : resolve())));
}

test("only its owner can read the log, and a full file is set aside and replaces the previous one", async () => {
  const file = logFile(temporaryFolder());
  const sink = fileSink(file, 10);
  for (const line of ["first line\n", "second line\n", "third line\n"]) await append(sink, line);
  expect(readFileSync(file, "utf8")).toBe("third line\n");
  expect(readFileSync(olderLogFile(file), "utf8")).toBe("second line\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("processes that share a file lose no line when one of them sets it aside, or somebody removes it", async () => {
  const file = logFile(temporaryFolder());
  const [one, other] = [fileSink(file, 10), fileSink(file, 10)];
  await append(one, "short\n");
  await append(other, "fills it\n");
  await append(one, "anew\n");
  await append(other, "too\n");
  expect(readFileSync(olderLogFile(file), "utf8")).toBe("short\nfills it\n");
  expect(readFileSync(file, "utf8")).toBe("anew\ntoo\n");
  rmSync(file);
  await append(other, "anew\n");
  expect(readFileSync(file, "utf8")).toBe("anew\n");
});

test("a write fails while the folder is missing, and a later write succeeds", async () => {
  const folder = join(temporaryFolder(), "later");
  await expect(append(fileSink(logFile(folder)), "lost\n")).rejects.toThrow(/ENOENT/);
  expect(existsSync(folder)).toBe(false);
});

test("a log file that can't be written is refused, and nothing is created", () => {
  const folder = temporaryFolder();
  const file = join(folder, "file");
  expect(() => requireWritable(file, folder)).not.toThrow();
  expect(existsSync(file)).toBe(false);
  appendFileSync(file, "");
  expect(() => requireWritable(file, folder)).not.toThrow();
  for (const bad of [folder, join(folder, "no", "file"), join(file, "file")])
    expect(() => requireWritable(bad, folder)).toThrow(
      /^The log can't be kept in .* Set LOG_FILE to a file in an existing, writable folder/,
    );
});

test("a file that is not a log is neither written nor replaced by the earlier log", async () => {
  const [folder, other] = [temporaryFolder(), await smallDataFolder()];
  const file = join(temporaryFolder(), "file");
  const contents = [
    readFileSync(join(other, "atrium.db")),
    readFileSync(join(other, "secrets.json")),
    Buffer.alloc(32, 7),
    Buffer.from("correct horse battery\n"),
    Buffer.from('{"kind":"workspace"}\n'),
  ];
  for (const content of contents) {
    rmSync(olderLogFile(file), { force: true });
    writeFileSync(file, content);
    const { status, stderr } = spawnSync(process.execPath, [serverFile], {
      env: { ATRIUM_DATA: folder, ATRIUM_SEED: "none", PORT: "0", LOG_FILE: file },
      encoding: "utf8",
    });
    expect([status, stderr]).toStrictEqual([
      1,
      `atrium: The log can't be kept in ${file} (it is a file of another kind). Set LOG_FILE to a file in an existing, writable folder, or to none.\n`,
    ]);
    expect(readFileSync(file)).toStrictEqual(content);
    renameSync(file, olderLogFile(file));
    expect(() => requireWritable(file, folder)).toThrow(/file\.1 is a file of another kind/);
  }
  // A full disk may have cut off the first line.
  rmSync(olderLogFile(file));
  for (const content of ["", '{"lev', '{"level":30,"time":"2026-01-01T00:00:00.000Z","message":"a"}\n']) {
    writeFileSync(file, content);
    expect(() => requireWritable(file, folder)).not.toThrow();
  }
});

testUnless(process.platform === "win32" && "there are no such modes")(
  "if the data folder can't be written, the error names the folder, not the log in it, which has an error of its own",
  () => {
    const folder = temporaryFolder();
    const file = logFile(folder);
    appendFileSync(file, "");
    chmodSync(file, 0o444);
    // Imported before root, which may write everywhere, becomes another user.
    const script = `const { openLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url))});
      if (process.getuid() === 0) process.setuid(65534);
      const settings = { logLevel: "info", logFile: ${JSON.stringify(file)}, dataFolder: ${JSON.stringify(folder)} };
      await openLog(settings).catch(({ message }) => console.log(message));`;
    const open = (mode: number) => {
      chmodSync(folder, mode);
      return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout;
    };
    expect(open(0o555)).toMatch(/^The data folder .+ can't be written \(EACCES: /);
    expect(open(0o777)).toMatch(/^The log can't be kept in .+atrium\.log \(EACCES: /);
  },
);

test("lines that can't be written to the file are counted as dropped", async () => {
  const log = createLog("info", { file: join(temporaryFolder(), "later", "atrium.log") });
  log.warn({}, "lost in the file");
  await log.flush(5000);
  expect(log.dropped).toBe(1);
});

test("the tail of a log is its last complete lines, including those of the previous file", async () => {
  const file = logFile(temporaryFolder());
  expect(await lastLines(file, 1000)).toStrictEqual([]);
  appendFileSync(olderLogFile(file), "one\ntwo\n");
  appendFileSync(file, "three\nfour\nunfin");
  expect(await lastLines(file, 1000)).toStrictEqual(["one", "two", "three", "four"]);
  expect(await lastLines(file, 12)).toStrictEqual(["four"]);
});

test("a reader that follows a log gets each line once it is complete, even across a file that was set aside", async () => {
  const file = logFile(temporaryFolder());
  const sink = fileSink(file, 20);
  const tail = await LogTail.open(file);
  expect(await tail.readNew()).toStrictEqual([]);
  await append(sink, "öne\ntw");
  expect(await tail.readNew()).toStrictEqual(["öne"]);
  await append(sink, "o\nthree and more\n");
  await append(sink, "four\n");
  expect(await tail.readNew()).toStrictEqual(["two", "three and more", "four"]);
  expect(await tail.readNew()).toStrictEqual([]);
  await tail.close();
});
