import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";

const file = fileURLToPath(new URL("../scripts/end-with.mjs", import.meta.url));

/** A parent like `npm start`, whose child runs this code and prints its process id. */
async function startParent(childCode: string) {
  const parentCode = `
    import { endWith, startTied } from ${JSON.stringify(file)};
    endWith(startTied(process.execPath, ["-e", ${JSON.stringify(`${childCode}; console.log(process.pid)`)}]));`;
  const parent: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", parentCode], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  parent.stderr?.on("data", (chunk) => {
    complaints += chunk;
  });
  const ended = once(parent, "close").then(([code]) => code as number);
  const [printed] = (await once(parent.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const childId = Number(printed);
  onTestFinished(() => {
    parent.kill("SIGKILL");
    if (isThere(childId)) process.kill(childId, "SIGKILL");
  });
  return { parent, ended, childId, complaints: () => complaints };
}

function isThere(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

test("a signal reaches the child, whose exit code becomes the program's", async () => {
  const { parent, ended, childId, complaints } = await startParent(
    "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000)",
  );
  parent.kill("SIGTERM");
  expect(await ended).toBe(7);
  expect(complaints()).toBe("");
  expect(isThere(childId)).toBe(false);
});

test("a killed child is reported in one line, but not one that ends by a forwarded signal", async () => {
  const killed = await startParent("setInterval(() => {}, 1000)");
  process.kill(killed.childId, "SIGKILL");
  expect(await killed.ended).toBe(1);
  expect(killed.complaints()).toBe("atrium: The program was ended by SIGKILL.\n");
  const stopped = await startParent("setInterval(() => {}, 1000)");
  stopped.parent.kill("SIGTERM");
  expect(await stopped.ended).toBe(1);
  expect(stopped.complaints()).toBe("");
});

test("a child that ignores signals is killed after a second one", async () => {
  const { parent, ended, childId } = await startParent("process.on('SIGINT', () => {}); setInterval(() => {}, 1000)");
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    parent.kill("SIGINT");
    await sleep(100);
  }
  expect(await ended).toBe(1);
  expect(isThere(childId)).toBe(false);
});

test("a child notices when its parent is killed, and can end gracefully", async () => {
  const { parent, ended } = await startParent(
    "process.on('disconnect', () => { console.log('ended in order'); process.exit() }); setInterval(() => {}, 1000)",
  );
  const printed = once(parent.stdout as NodeJS.ReadableStream, "data");
  parent.kill("SIGKILL");
  // The output closes once the child has ended, too. Its id may remain: in a container nobody may read its exit code.
  await ended;
  expect(String(await printed)).toMatch(/ended in order/);
});

test("a program is notified only once that its parent has ended, however long it takes to end", async () => {
  const code = `
    import { whenParentEnds } from ${JSON.stringify(file)};
    let calls = 0;
    whenParentEnds(() => {
      calls++;
      let ticks = 0;
      setInterval(() => ++ticks === 20 && (console.log(calls), process.exit()), 10);
    }, 5);
    console.log("ready");
    setInterval(() => {}, 1000);`;
  const parentCode = `require("node:child_process").spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(code)}], {
    stdio: ["ignore", "inherit", "inherit"],
  })`;
  const parent = spawn(process.execPath, ["-e", parentCode], { stdio: ["ignore", "pipe", "inherit"] });
  const printed = parent.stdout.setEncoding("utf8")[Symbol.asyncIterator]();
  expect((await printed.next()).value).toBe("ready\n");
  parent.kill("SIGKILL");
  expect((await printed.next()).value).toBe("1\n");
});
