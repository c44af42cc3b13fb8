import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { publishedPackage } from "./published-package.ts";

const client = join(import.meta.dirname, "..");

/**
 * Writes the package as it is published: the code in two module formats with type declarations, its manifest, README and
 * licence.
 */
export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const declarations = emitDeclarations();
  for (const format of ["esm", "cjs"] as const) {
    await build({
      absWorkingDir: client,
      entryPoints: { index: "src/index.ts", "realtime/index": "src/realtime/index.ts" },
      outdir: join(folder, format),
      bundle: true,
      // The code for streams is a separate file, which a page loads when it opens its first stream.
      splitting: format === "esm",
      chunkNames: "[name]-[hash]",
      format,
      // Makes the build fail if the code imports anything specific to one runtime.
      platform: "neutral",
      // An application must have a single copy of Yjs: its own.
      external: ["yjs", "y-protocols"],
      target: "es2022",
      logLevel: "warning",
    });
    for (const [name, text] of declarations) write(join(folder, format, name), text);
  }
  write(join(folder, "cjs/package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  const manifest = JSON.parse(readFileSync(join(client, "package.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(client, "..", "package.json"), "utf8"));
  write(join(folder, "package.json"), `${JSON.stringify(publishedPackage(manifest, version), null, 2)}\n`);
  for (const name of ["README.md", "LICENSE"]) copyFileSync(join(client, name), join(folder, name));
}

/** The declaration files that the entry points need, by file name. */
function emitDeclarations(): ReadonlyMap<string, string> {
  const emitted = mkdtempSync(join(tmpdir(), "atrium-client-"));
  const tsc = join(client, "../node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(client, "tsconfig.build.json"), "--outDir", emitted];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error("Can't write the type declarations of the client.");
  const declarations = new Map<string, string>();
  const follow = (name: string) => {
    if (declarations.has(name)) return;
    // The compiler keeps the file extensions of the sources.
    const text = readFileSync(join(emitted, name), "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"');
    declarations.set(name, text);
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]*)\.js"/g)) follow(`${join(dirname(name), path)}.d.ts`);
  };
  for (const entry of ["index.d.ts", "realtime/index.d.ts"]) follow(entry);
  rmSync(emitted, { recursive: true });
  return declarations;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
