import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { exampleEvent } from "@atrium/functions/domain/events/catalogue";
import { newWebhookSecret, signatureHeaders, signingKey } from "@atrium/functions/domain/webhooks/signature";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { compile, forNode, type InstalledPackage, installPackage } from "./testing/installed-package.ts";
import { plainBody } from "./testing/plain-body.ts";
import { readmePrograms } from "./testing/readme.ts";
import { findRuntimes } from "./testing/runtimes.ts";
import { servedDemo, servedWorld } from "./testing/served-world.ts";

const openBrowser = browserOfFile();

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
let installed: InstalledPackage;

// Installed once for all tests: they only read it, and each writes to files of its own.
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed.remove());

for (const { name, command } of findRuntimes())
  testUnless(!command && `${name} is not installed`)(
    `plain JavaScript calls a server on ${name}, as an ES module and as CommonJS`,
    async () => {
      const { key } = await servedWorld();
      const [runtime = "", ...options] = command ?? [];
      const program = `
        atrium.users.get({ organizationId: "acme", userIds: ["ada"] }).then(({ data }) => console.log(data[0].name));
        verifyWebhook({}, "", "").catch((error) => console.log(error instanceof AtriumError, isAtriumError(error, "UNAUTHENTICATED")));`;
      const names = "{ AtriumError, createClient, isAtriumError, verifyWebhook }";
      const client = `const atrium = createClient(${JSON.stringify(key)});`;
      const { project } = installed;
      writeFileSync(join(project, "use.mjs"), `import ${names} from "@atrium/client"; ${client} ${program}`);
      writeFileSync(join(project, "use.cjs"), `const ${names} = require("@atrium/client"); ${client} ${program}`);
      for (const file of ["use.mjs", "use.cjs"]) {
        const { stdout, stderr } = await run(runtime, [...options, file], { cwd: project });
        expect(stdout.trim().split("\n").sort()).toStrictEqual(["Ada Lovelace", "true true"]);
        expect(stderr).toBe("");
      }
    },
  );

/** A page at this address, in a browser; its function `read` calls a server with a client. */
async function pageAt(address: string) {
  const contents = `import { createClient } from "@atrium/client";
    globalThis.read = async (options) =>
      (await createClient(options).presence.get({ organizationId: "acme", documentId: "homepage" })).data.length;`;
  const bundle = await build({
    stdin: { contents, resolveDir: installed.project },
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  const page = await (await openBrowser()).newPage();
  await page.goto(address);
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? "" });
  return page;
}

testUnless(noBrowser)("a bundle for browsers calls a server with a user's token", async () => {
  const { key, w } = await servedWorld();
  await w.ok("/v2/workspace/domains/add", { domains: [key.baseUrl] });
  const page = await pageAt(`${key.baseUrl}/health`);
  const userToken = await w.token("ada", { resources: [{ type: "organization", id: "acme", accessRole: "viewer" }] });
  const options = JSON.stringify({ baseUrl: key.baseUrl, userToken });
  expect(await page.evaluate(`read(${options})`)).toBe(3);
});

testUnless(noBrowser)(
  "the error asks whether the page's origin is allowed, because the browser does not reveal the reason",
  async () => {
    const { key, w } = await servedWorld();
    const { data } = await w.ok("/v2/workspace/domains/get", {});
    await w.ok("/v2/workspace/domains/delete", { domains: data.allowedDomains });
    const { port } = new URL(key.baseUrl);
    const page = await pageAt(`http://localhost:${port}/health`);
    const options = JSON.stringify({ baseUrl: key.baseUrl, userToken: await w.token("ada"), retries: 0 });
    const message = await page.evaluate(`read(${options}).catch((error) => error.code + " " + error.message)`);
    expect(message).toMatch(/^UNAVAILABLE .* can't be reached/);
    expect(message).toContain(` Is http://localhost:${port} an allowed domain of the API key?`);
  },
);

test("every example of the README compiles, runs on the demo world and prints what its comment says", async () => {
  const { w, key } = await servedDemo();
  // The programs use the real clock, so their tokens must be valid now.
  w.advance(Date.now() - w.context.now());
  const { project } = installed;
  // An application that edits together installs these; linking them here avoids a registry.
  for (const name of ["yjs", "y-protocols", "lib0"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name), "junction");
  const programs = readmePrograms();
  expect(programs.length).toBe(9);
  const sources = Object.fromEntries(programs.map(({ source }, i) => [`example-${i + 1}.mts`, source]));
  expect(await compile(project, "readme", sources, ["--module", "nodenext", ...forNode, "--lib", "es2022,dom"])).toBe(
    "",
  );
  const env = { ...process.env, ATRIUM_URL: key.baseUrl, ATRIUM_API_KEY: key.apiKey, ATRIUM_AUTH_TOKEN: key.authToken };
  for (const [i, { prints }] of programs.entries()) {
    const { stdout } = await run(process.execPath, [`readme/example-${i + 1}.mts`], { cwd: project, env });
    expectWithContext(stdout, `example ${i + 1}`).toBe(prints);
  }
  const secret = newWebhookSecret();
  const body = JSON.stringify(plainBody(exampleEvent("comment.add", key.apiKey, Date.now())));
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders([signingKey(secret)], { id: "msg_1", timestamp, body });
  const receiver = `import { receive } from "./readme/example-9.mts";
    const headers = ${JSON.stringify(headers)};
    for (const body of ${JSON.stringify([body, `${body} `])})
      console.log((await receive(new Request("https://hook.example.com", { method: "POST", headers, body }))).status);`;
  writeFileSync(join(project, "receiver.mjs"), receiver);
  const { stdout } = await run(process.execPath, ["receiver.mjs"], {
    cwd: project,
    env: { ...env, WEBHOOK_SECRET: secret },
  });
  expect(stdout).toBe("ann_1\n204\n401\n");
});
