import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { startDemoServer } from "../server/testing/running-server.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";
import { powershellFaults } from "./powershell.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The shell blocks of one section, in order. */
function blocks(heading: string): string[] {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
}

/**
 * Runs a script as if pasted: in one shell that stops at the first failing command. It is killed when the test ends.
 */
function openTerminal(script: string, environment: Record<string, string>) {
  const shell = spawn("bash", ["-eu", "-o", "pipefail", "-c", script], {
    cwd: root,
    env: { ...process.env, ...environment },
    detached: true,
  });
  const terminal = { output: "", printed: "" };
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      terminal.output += text;
      if (stream === shell.stdout) terminal.printed += text;
    });
  const closed = once(shell, "close") as Promise<[number | null]>;
  onTestFinished(() => {
    if (shell.exitCode === null) process.kill(-(shell.pid ?? 0), "SIGKILL");
    return closed;
  });
  return {
    /** Resolves at its end with all its output, the part on standard output, and its exit code. */
    end: closed.then(([code]) => ({ code, ...terminal })),
    /** Waits until it has printed a match. @throws Error if it ends before. */
    async prints(pattern: RegExp): Promise<void> {
      const ended = closed.then(() => true);
      while (!pattern.test(terminal.output)) {
        const isOver = await Promise.race([ended, once(shell.stdout, "data").then(() => false)]);
        if (isOver) throw new Error(`it ended without printing ${pattern}: ${terminal.output}`);
      }
    },
  };
}

/** A running server with the demo world, and the environment of a reader who has cloned the repository. */
async function demoServer() {
  const data = join(temporaryFolder(), "data");
  const server = await startDemoServer(data);
  onTestFinished(() => server.end());
  return { data, server, environment: { ATRIUM_DATA: data, ATRIUM_URL: server.url } };
}

test("the README's walkthrough ends with a comment, a delivered webhook and a user who reads it", async () => {
  const { data, server, environment } = await demoServer();
  const options = `"${join(data, "atrium.curl")}"`;
  const pasted = blocks("A walk through").map((block) =>
    block.replaceAll("http://127.0.0.1:5050", server.url).replaceAll(".atrium/atrium.curl", options),
  );
  const [preparation = "", place = "", receiver = "", conversation = "", asLin = "", following = "", ...others] =
    pasted;
  expect(others).toStrictEqual([]);
  const run = async (script: string) => {
    const { code, output, printed } = await openTerminal(script, environment).end;
    expectWithContext(code, output).toBe(0);
    expectWithContext(output, output).not.toContain('"success":false');
    // Only standard output is parsed: on standard error, npm may warn about the user's settings.
    const replies = printed.trim().split("\n");
    for (const reply of replies) expect(JSON.parse(reply)).toMatchObject({ result: { status: "success" } });
    return replies;
  };

  const prepared = await openTerminal(preparation, environment).end;
  expectWithContext(prepared.code, prepared.output).toBe(0);
  const [, , , archive, , , access] = await run(place);
  expect(archive).toContain('"ancestors":["root","archive"]');
  expect(access).toMatch(/"allowed":true.*"expiresAt":2051222400/);

  const listening = openTerminal(receiver.replace("webhook-receiver.ts", "$& --port 0"), environment);
  await listening.prints(/ receives comment_annotation\.add$/m);
  const [, , , inbox] = await run(conversation);
  expect(inbox).toContain("Please look at the budget.");
  await listening.prints(/ comment_annotation\.add .*"commentText":"Is {{lin}} sure of it\?"/);
  const deliveries = `${server.url}/v2/workspace/advancedwebhook/deliveries/get`;
  // The receiver prints a message before the server has recorded its delivery.
  let delivery = "";
  for (let tries = 0; tries < 100 && !delivery.includes('"status":"succeeded"'); tries++)
    [delivery = ""] = await run(
      `curl -K ${options} ${deliveries} -d '{ "data": { "eventTypes": ["comment_annotation.add"] } }'`,
    );
  expect(delivery).toMatch(/"status":"succeeded".*"status":204/);

  expect((await run(asLin)).join()).toContain('"annotationId":"budget"');

  const stream = openTerminal(following, environment);
  await stream.prints(/^event: ready$/m);
  await run(conversation.replace('"annotationId": "budget"', '"annotationId": "again"'));
  await stream.prints(/^data: .*"annotationId":"again"/m);
});

test("the README's command lines run verbatim", async () => {
  const { data, server, environment } = await demoServer();
  await server.end();
  const script = blocks("The command line")
    .join("\n")
    .replaceAll("demo.jsonl", `"${join(data, "demo.jsonl")}"`);
  const { code, output } = await openTerminal(script, environment).end;
  expectWithContext(code, output).toBe(0);
  expect(output).toMatch(/import/);
});

test("the README has at most 150 lines", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(151);
});

for (const shell of ["bash", "zsh", "fish"])
  testUnless(spawnSync(shell, ["-c", "true"]).error !== undefined && `${shell} is not installed`)(
    `${shell} can read every block of the README`,
    () => {
      const file = join(temporaryFolder(), "block");
      for (const [, block = ""] of readme.matchAll(/^```sh\n(.*?)^```$/gms)) {
        writeFileSync(file, block);
        const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
        expectWithContext(status, stderr).toBe(0);
      }
    },
  );

test("PowerShell's rules read every block of the READMEs as intended", () => {
  const client = readFileSync(join(root, "client/README.md"), "utf8");
  for (const [, block = ""] of readme.matchAll(/^```sh\n(.*?)^```$/gms))
    expect(powershellFaults(block, { isShared: true })).toStrictEqual([]);
  const own = [...`${readme}\n${client}`.matchAll(/^```powershell\n(.*?)^```$/gms)];
  expect(own.length).toBeGreaterThan(0);
  for (const [, block = ""] of own) expect(powershellFaults(block)).toStrictEqual([]);
});

test.each([
  ["curl x \\\n  -d y", "line 1: a backslash does not continue a line"],
  ["echo 1\nexport A=1", "line 2: there is no such command"],
  ["A=1 npm start", "line 1: a variable is not set like this"],
  ["npm start &\n", "line 1: & at the end of a line is no way to the background"],
  ["cat < file", "line 1: there is no redirection of input"],
  ["curl -H @-", "line 1: @ must be quoted"],
  ["echo 'it’s'", "line 1: a string ends here, in the middle of a word"],
  ["echo 'it\\'s'", "line 1: a string ends here, in the middle of a word"],
  ["echo 'one", "line 1: a string has no end"],
  ["Get-Item | ForEach-Object { $_.Name", "} is missing"],
])("PowerShell would misread %j", (script, fault) => {
  expect(powershellFaults(script)).toContain(fault);
});

test.each([
  "npm start; npm test # it's enough",
  "echo 'it''s' \"say `\"no`\"\" |\n  Select-String x",
  '$env:PORT = "6000"; npm start `\n  -- --help',
  "npm test && npm start",
])("PowerShell reads %j", (script) => expect(powershellFaults(script)).toStrictEqual([]));

test.each(["echo `date`", "echo $HOME", 'echo "$HOME"'])("other shells would read %j differently", (script) => {
  expect(powershellFaults(script, { isShared: true })).not.toStrictEqual([]);
});
