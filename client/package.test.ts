import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { exampleEvent } from "@atrium/functions/domain/events/catalogue";
import { eventTypeNames } from "@atrium/functions/domain/events/types";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { compile, forNode, type InstalledPackage, installPackage } from "./testing/installed-package.ts";
import { plainBody } from "./testing/plain-body.ts";

/** Imports of the packages that an application installs itself for `realtime`. */
const peers = / from "(yjs|y-protocols\/awareness)"|\brequire\("(yjs|y-protocols\/awareness)"\)/g;

let installed: InstalledPackage;

// Installed once for all tests: they only read it, and each writes to files of its own.
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed.remove());

/**
 * Minified sizes, in bytes, of a program that uses these exports: the code loaded at once, the code loaded later, and
 * all of it with gzip.
 * @param splitting whether the bundler puts code that is loaded later into files of its own.
 */
async function sizesOf(
  names: string[],
  { splitting, from = "@atrium/client" }: { splitting: boolean; from?: string },
): Promise<{ atOnce: number; later: number; compressed: number }> {
  const contents = `import { ${names.join(", ")} } from "${from}"; globalThis.used = [${names.join(", ")}];`;
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: installed.project },
    bundle: true,
    splitting,
    outdir: "out",
    metafile: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["yjs", "y-protocols"],
    write: false,
  });
  const { outputs } = metafile;
  const initialOutputs = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === "<stdin>"));
  for (const name of initialOutputs)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === "import-statement") initialOutputs.add(path);
  // Bundlers leave out code for development when they build for production.
  for (const { text } of outputFiles) expect(text).not.toMatch(/ignored the field|\bprocess\b/);
  const sizes = { atOnce: 0, later: 0, compressed: 0 };
  for (const { contents } of outputFiles) sizes.compressed += gzipSync(contents).length;
  for (const [name, { bytes }] of Object.entries(outputs))
    sizes[initialOutputs.has(name) ? "atOnce" : "later"] += bytes;
  return sizes;
}

test("the core is smaller than 10 kB minified, and a bundle holds only what it uses", async () => {
  const core = await sizesOf(["createClient", "AtriumError", "isAtriumError"], { splitting: true });
  expect(core.atOnce).toBeGreaterThan(5_000);
  expectWithContext(core.atOnce, `${core.atOnce} bytes`).toBeLessThan(10_000);
  expectWithContext(core.later, `${core.later} bytes for streams, loaded with the first one`).toBeLessThan(3_200);
  for (const name of ["verifyWebhook", "verifyUserToken"]) {
    const { atOnce } = await sizesOf([name], { splitting: false });
    expectWithContext(atOnce, name).toBeLessThan(5_000);
  }
});

test("what `realtime` adds beside Yjs and y-protocols is smaller than 8 kB compressed", async () => {
  const core = await sizesOf(["createClient", "AtriumError", "isAtriumError"], { splitting: false });
  const all = await sizesOf(["createClient", "AtriumProvider"], { splitting: false, from: "@atrium/client/realtime" });
  const added = all.compressed - core.compressed;
  expect(added).toBeGreaterThan(1_000);
  expectWithContext(added, `${added} bytes`).toBeLessThan(8_000);
});

test("the package holds its code, types, README and licence, and imports only the Yjs packages that `realtime` needs", () => {
  const { project, contents } = installed;
  const files = contents.filter((path) => !path.endsWith(".d.ts")).map((path) => path.replace(/-[A-Z0-9]{8}\./, "."));
  expect([...new Set(files)].sort()).toStrictEqual([
    "LICENSE",
    "README.md",
    "cjs/index.js",
    "cjs/package.json",
    "cjs/realtime/index.js",
    "esm/chunk.js",
    "esm/index.js",
    "esm/realtime/index.js",
    "esm/stream.js",
    "package.json",
  ]);
  for (const path of contents.filter((path) => path.endsWith(".ts") || path.endsWith(".js"))) {
    const source = readFileSync(join(project, "node_modules/@atrium/client", path), "utf8");
    const code = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
    const text = path.includes("/realtime/") ? code.replaceAll(peers, " from './peer'") : code;
    expectWithContext(text, path).not.toMatch(/from ["'](?!\.\/|\.\.\/reply|\.\.\/)|\brequire\(|import\((?!"\.\/)/);
    expectWithContext(text, path).not.toMatch(/zod|\bnode:|\bBuffer\b|\bprocess\.(?!env\.NODE_ENV)/);
  }
  expect(readdirSync(join(project, "node_modules/@atrium"))).toStrictEqual(["client"]);
});

test("TypeScript knows inputs, replies, lists, errors and events, with every kind of module resolution", async () => {
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
  const ways: [string, string[]][] = [
    ["use.mts", ["--module", "nodenext", ...forNode]],
    ["use.cts", ["--module", "nodenext", ...dom]],
    ["use.ts", ["--module", "esnext", "--moduleResolution", "bundler", "--exactOptionalPropertyTypes", ...dom]],
  ];
  for (const [file, options] of ways)
    expect(await compile(installed.project, `types-${file}`, { [file]: program }, options)).toBe("");
});

test("npm refuses to pack the client's source folder directly", async () => {
  const packing = promisify(execFile)("npm", ["pack", "--dry-run"], { cwd: import.meta.dirname });
  await expect(packing).rejects.toMatchObject({ stderr: expect.stringContaining("must have name and version") });
});
