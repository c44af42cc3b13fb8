import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { exampleEvent } from "@atrium/functions/domain/events/catalogue";
import { eventTypeNames } from "@atrium/functions/domain/events/types";
import { newWebhookSecret, signatureHeaders, signingKey } from "@atrium/functions/domain/webhooks/signature";
import { expectWithContext } from "@atrium/functions/testing/harness/context";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { buildClient } from "./build/build-client.ts";
import { plainBody } from "./testing/plain-body.ts";
import { readmePrograms } from "./testing/readme.ts";
import { servedWorld } from "./testing/served-world.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const tsc = join(root, "node_modules/typescript/bin/tsc");
const types = join(root, "node_modules/@types");
const folder = mkdtempSync(join(tmpdir(), "atrium-package-"));
const project = join(folder, "project");
let files: string[] = [];

// Installed once for all tests, which only read it, each in files of its own.
beforeAll(async () => {
  await buildClient(join(folder, "package"));
  // Settings of the npm that runs the tests do not apply to the npm that the test runs.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const npm = { cwd: folder, env, shell: process.platform === "win32" };
  const offline = ["--offline", "--no-audit", "--no-fund", `--cache=${join(folder, "cache")}`];
  const packed = await run("npm", ["pack", "./package", "--json", ...offline], npm);
  const [{ filename, files: listed }] = JSON.parse(packed.stdout);
  files = listed.map(({ path }: { path: string }) => path);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  await run("npm", ["install", join(folder, filename), ...offline], { ...npm, cwd: project });
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Minified sizes in bytes of a program that uses these exports: what it loads at once, and what it loads later.
 * @param splitting whether the bundler makes a file of its own of what is loaded later.
 */
async function sizesOf(
  names: string[],
  { splitting }: { splitting: boolean },
): Promise<{ atOnce: number; later: number }> {
  const contents = `import { ${names.join(", ")} } from "@atrium/client"; globalThis.used = [${names.join(", ")}];`;
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    splitting,
    outdir: "out",
    metafile: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === "<stdin>"));
  for (const name of loaded)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === "import-statement") loaded.add(path);
  // Bundlers for production leave out code for development.
  for (const { text } of outputFiles) expect(text).not.toMatch(/ignored the field|\bprocess\b/);
  const sizes = { atOnce: 0, later: 0 };
  for (const [name, { bytes }] of Object.entries(outputs)) sizes[loaded.has(name) ? "atOnce" : "later"] += bytes;
  return sizes;
}

/** The compiler's errors about source files in the project; empty when there are none. */
async function compile(name: string, sources: Record<string, string>, options: string[]): Promise<string> {
  const place = join(project, name);
  mkdirSync(place);
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(place, file), text);
  const paths = Object.keys(sources).map((file) => join(place, file));
  const args = [tsc, "--noEmit", "--strict", "--target", "es2022", "--ignoreConfig", ...options, ...paths];
  return run(process.execPath, args, { cwd: place }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("the core is smaller than 10 kB minified, and a bundle holds only what it uses", async () => {
  const core = await sizesOf(["createClient", "AtriumError", "isAtriumError"], { splitting: true });
  expect(core.atOnce).toBeGreaterThan(5_000);
  expectWithContext(core.atOnce, `${core.atOnce} bytes`).toBeLessThan(10_000);
  expectWithContext(core.later, `${core.later} bytes for streams, loaded with the first one`).toBeLessThan(2_500);
  for (const name of ["verifyWebhook", "verifyUserToken"]) {
    const { atOnce } = await sizesOf([name], { splitting: false });
    expectWithContext(atOnce, name).toBeLessThan(5_000);
  }
});

test("the package holds its code, types, README and licence, and imports nothing", () => {
  expect(files.filter((path) => !path.endsWith(".d.ts")).sort()).toStrictEqual([
    "LICENSE",
    "README.md",
    "cjs/index.js",
    "cjs/package.json",
    "esm/chunk.js",
    "esm/index.js",
    "esm/stream.js",
    "package.json",
  ]);
  for (const path of files.filter((path) => path.endsWith(".ts") || path.endsWith(".js"))) {
    const text = readFileSync(join(project, "node_modules/@atrium/client", path), "utf8");
    expectWithContext(text, path).not.toMatch(/from ["'](?!\.\/|\.\.\/reply|\.\.\/)|\brequire\(|import\((?!"\.\/)/);
    expectWithContext(text, path).not.toMatch(/zod|\bnode:|\bBuffer\b|\bprocess\.(?!env\.NODE_ENV)/);
  }
  expect(readdirSync(join(project, "node_modules/@atrium"))).toStrictEqual(["client"]);
});

test("plain JavaScript calls a server, as an ES module and as CommonJS", async () => {
  const { key } = await servedWorld();
  const program = `
    atrium.users.get({ organizationId: "acme", userIds: ["ada"] }).then(({ data }) => console.log(data[0].name));
    verifyWebhook({}, "", "").catch((error) => console.log(error instanceof AtriumError, isAtriumError(error, "UNAUTHENTICATED")));`;
  const names = "{ AtriumError, createClient, isAtriumError, verifyWebhook }";
  const client = `const atrium = createClient(${JSON.stringify(key)});`;
  writeFileSync(join(project, "use.mjs"), `import ${names} from "@atrium/client"; ${client} ${program}`);
  writeFileSync(join(project, "use.cjs"), `const ${names} = require("@atrium/client"); ${client} ${program}`);
  for (const file of ["use.mjs", "use.cjs"]) {
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: project });
    expect(stdout.trim().split("\n").sort()).toStrictEqual(["Ada Lovelace", "true true"]);
    expect(stderr).toBe("");
  }
});

test("TypeScript knows inputs, replies, lists, errors and events, in every way of resolving modules", async () => {
  const program = `
    import { type AtriumClient, createClient, isAtriumError, type UsersAddInput, verifyWebhook, verifyUserToken, type WebhookEvent } from "@atrium/client";
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
    const sure = <T extends true>(): void => undefined as T extends true ? void : never;
    export async function use(atrium: AtriumClient = createClient({ baseUrl: new URL("https://a.example.com"), fetch })) {
      const input: UsersAddInput = { organizationId: "acme", users: [{ userId: "ada", team: "x" }] };
      const added = await atrium.users.add(input);
      sure<Same<typeof added.data[string]["success"], boolean>>();
      await atrium.workspace.get();
      for await (const folder of atrium.organizations.folders.get.each({ organizationId: "acme" })) sure<Same<typeof folder.folderId, string>>();
      await atrium.v1.organizations.documents.move({ organizationId: "acme", documentIds: ["a"], folderId: "b" });
      // @ts-expect-error: organizationId is missing
      await atrium.users.add({ users: [] });
      // @ts-expect-error: there is no such endpoint
      atrium.user;
      // @ts-expect-error: this endpoint has no pages
      atrium.users.add.each;
      try { await verifyUserToken("", { jwks: { keys: [] } }); }
      catch (error) { if (isAtriumError(error, "NOT_FOUND")) sure<Same<typeof error.code, "NOT_FOUND">>(); }
      const event = await verifyWebhook({ "webhook-id": ["a"] }, new Uint8Array(), ["a", "b"]);
      if (event.event === "livestate.broadcast") sure<Same<typeof event.data.merge, boolean>>();
    }
    export const events: WebhookEvent[] = ${JSON.stringify(eventTypeNames.map((name) => plainBody(exampleEvent(name, "ak_1", 0))))};`;
  const dom = ["--lib", "es2022,dom", "--types", ""];
  const node = ["--lib", "es2022", "--types", "node", "--typeRoots", types];
  const ways: [string, string[]][] = [
    ["use.mts", ["--module", "nodenext", ...node]],
    ["use.cts", ["--module", "nodenext", ...dom]],
    ["use.ts", ["--module", "esnext", "--moduleResolution", "bundler", "--exactOptionalPropertyTypes", ...dom]],
  ];
  for (const [file, options] of ways) expect(await compile(`types-${file}`, { [file]: program }, options)).toBe("");
});

test("every example of the README compiles, runs and prints what it says", async () => {
  const { w, key } = await servedWorld();
  // The programs use the real clock, so the tokens must be valid now.
  w.advance(Date.now() - w.context.now());
  const programs = readmePrograms();
  expect(programs.length).toBe(8);
  const sources = Object.fromEntries(programs.map(({ source }, i) => [`example-${i + 1}.mts`, source]));
  const options = ["--module", "nodenext", "--lib", "es2022", "--types", "node", "--typeRoots", types];
  expect(await compile("readme", sources, options)).toBe("");
  const env = { ...process.env, ATRIUM_URL: key.baseUrl, ATRIUM_API_KEY: key.apiKey, ATRIUM_AUTH_TOKEN: key.authToken };
  for (const [i, { prints }] of programs.entries()) {
    const { stdout } = await run(process.execPath, [`readme/example-${i + 1}.mts`], { cwd: project, env });
    expectWithContext(stdout, `example ${i + 1}`).toBe(prints);
  }
  const secret = newWebhookSecret();
  const body = JSON.stringify(plainBody(exampleEvent("comment.add", key.apiKey, Date.now())));
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders([signingKey(secret)], { id: "msg_1", timestamp, body });
  const receiver = `import { receive } from "./readme/example-8.mts";
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
