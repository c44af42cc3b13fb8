// `npm run newcomer -- [bash] [zsh] [fish]`: plays a newcomer in each installed shell. It clones the repository into an
// empty folder, pastes the README's blocks from top to bottom with an empty npm cache, opens the printed link in
// Chromium, and reports results and times. No test runs it, because it needs npm's registry.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { changeNode, installAll, root } from "./prepare.mjs";

printHelp(`Usage: npm run newcomer [-- SHELL …]

Plays a newcomer who follows the README in an empty folder, in bash, zsh and fish or in the named shells. It needs the
registry of npm and takes some minutes.`);

installAll();
changeNode();
const shells = process.argv.length > 2 ? process.argv.slice(2) : ["bash", "zsh", "fish"];
/** Longest time that any step may take, ms. */
const LONGEST = 600_000;
let failures = 0;

for (const shell of shells) {
  if (spawnSync(shell, ["-c", "true"]).status !== 0) console.log(`${shell}: not installed, skipped`);
  else await play(shell);
}
process.exit(failures === 0 ? 0 : 1);

/** The whole walk in one shell. */
async function play(shell) {
  const folder = mkdtempSync(join(tmpdir(), "atrium-newcomer-"));
  const port = await freePort();
  const begin = performance.now();
  const running = [];
  const report = (isGood, what) => {
    if (!isGood) failures++;
    console.log(
      `${shell}: ${isGood ? "ok  " : "FAIL"} ${((performance.now() - begin) / 60_000).toFixed(2)} min  ${what}`,
    );
  };
  try {
    spawnSync("git", ["clone", "--quiet", root, join(folder, "atrium")], { stdio: ["ignore", 2, 2] });
    const cwd = join(folder, "atrium");
    const env = newcomerEnvironment(folder, port);
    const terminal = (script) =>
      openTerminal(shell, script.replaceAll("127.0.0.1:5050", `127.0.0.1:${port}`), cwd, env);
    const readme = readFileSync(join(cwd, "README.md"), "utf8");
    const [startBlock = ""] = blocks(readme, "Start");
    const server = terminal(startBlock);
    running.push(server);
    await server.prints(/listens on http/);
    report(true, "the server listens");
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    report(health.ok, "the first reply");
    const [preparation = "", ...steps] = blocks(readme, "A walk through");
    const prepared = await terminal(preparation).end;
    report(prepared.code === 0, `block 1 of the walk${prepared.code === 0 ? "" : `\n${prepared.output}`}`);
    let receiver;
    for (const [i, step] of steps.entries()) {
      if (step.includes("webhook-receiver")) {
        receiver = terminal(step.replace("webhook-receiver.ts", "webhook-receiver.ts --port 0"));
        running.push(receiver);
        await receiver.prints(/ receives /);
        report(true, "the webhook receiver listens");
        continue;
      }
      if (step.includes("documents/stream")) {
        const stream = terminal(step);
        running.push(stream);
        await stream.prints(/^event: /m);
        report(true, "the stream of the document is open");
        continue;
      }
      const { code, output } = await terminal(step).end;
      const isGood = code === 0 && /"status":"success"/.test(output) && !/"success":false|"error":/.test(output);
      report(isGood, `block ${i + 2} of the walk${isGood ? "" : `\n${output}`}`);
    }
    if (receiver) {
      await receiver.prints(/comment_annotation\.add .*sure of it/);
      report(true, "a signed delivery arrived");
    }
    const opened = await terminal("npx atrium open").end;
    const [link] = /http:\/\/\S+#\S+/.exec(opened.output) ?? [];
    report(link !== undefined, "a link to the documentation is printed");
    if (link) report(await showsPage(link), "the link opens in Chromium, filled in with the demo");
    for (const block of blocks(readme, "The command line")) {
      const { code, output } = await terminal(block).end;
      report(code === 0, `the command line${code === 0 ? "" : `\n${output}`}`);
    }
  } catch (error) {
    report(false, error.message);
  } finally {
    for (const terminal of running.reverse()) await terminal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A newcomer's environment: no variables of npm or Atrium, an empty home folder and an empty cache. */
function newcomerEnvironment(folder, port) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|ATRIUM_)/i.test(name));
  // Without the package folders that npm prepends for this script.
  const PATH = (process.env.PATH ?? "")
    .split(":")
    .filter((part) => !part.includes("node_modules"))
    .join(":");
  const address = `http://127.0.0.1:${port}`;
  return {
    ...Object.fromEntries(inherited),
    PATH,
    HOME: folder,
    PORT: String(port),
    ATRIUM_URL: address,
    npm_config_cache: join(folder, "cache"),
  };
}

function blocks(readme, heading) {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]);
}

/** A shell in its own process group that runs a script as if a reader had pasted it. */
function openTerminal(shell, script, cwd, env) {
  const child = spawn(shell, ["-c", script], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const waiting = new Set();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      for (const look of waiting) look();
    });
  let hasEnded = false;
  const end = new Promise((resolve) => {
    child.on("close", (code) => {
      hasEnded = true;
      resolve({ code, output });
    });
  });
  const close = async () => {
    if (!hasEnded) process.kill(-child.pid, "SIGINT");
    await end;
  };
  const prints = (pattern) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`it did not print ${pattern} in time: ${output}`)), LONGEST);
      const look = () => {
        if (!pattern.test(output)) return;
        waiting.delete(look);
        clearTimeout(timer);
        resolve();
      };
      waiting.add(look);
      end.then(() => {
        clearTimeout(timer);
        reject(new Error(`it ended without printing ${pattern}: ${output}`));
      });
      look();
    });
  return { end, prints, close };
}

async function showsPage(link) {
  const { chromium } = await import("playwright-core");
  const { chromiumPath } = await import("../server/testing/chromium-path.ts");
  if (!chromiumPath) return false;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page
      .getByText(/filled in|demo workspace|Meridian/)
      .first()
      .waitFor();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  } finally {
    await browser.close();
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
