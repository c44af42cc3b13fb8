import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { npmPack, type PackedPackage } from "../../client/build/npm-pack.ts";
import { nodeLockfile, nodePackage } from "./node-lockfile.ts";
import { programManifest } from "./program-manifest.ts";

const root = join(import.meta.dirname, "..", "..");

/** Packs the built server with the command line, so that it needs no other package. @param folder receives the file. */
export async function packServer(folder: string): Promise<PackedPackage> {
  return npmPack(writeProgram, folder);
}

async function writeProgram(folder: string): Promise<void> {
  const { version, description, license } = readJson("package.json");
  copyBuild(folder, `npx ./atrium-${version}.tgz`);
  for (const name of [
    "LICENSE",
    "emulator-data/world.jsonl",
    "node_modules/piscina/dist",
    "node_modules/piscina/LICENSE",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true, dereference: true });
  // Without its optional dependency, an unused implementation of thread priorities that npm would fetch.
  const { optionalDependencies: _, devDependencies: __, ...piscina } = readJson("node_modules/piscina/package.json");
  writeJson(join(folder, "node_modules/piscina/package.json"), piscina);
  writeJson(join(folder, "package.json"), programManifest({ version, description, license, piscina: piscina.version }));
  const node = nodePackage(readJson("scripts/node/package.json"));
  writeJson(join(folder, "node/package.json"), node);
  writeJson(join(folder, "node/package-lock.json"), nodeLockfile(node, readJson("package-lock.json").packages));
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/release/atrium.mjs"],
    outfile: join(folder, "bin/atrium.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
}

/**
 * Copies the built server, with its texts changed to the command that runs the release: outside a checkout,
 * `npx atrium` would run whatever package has that name in npm's registry.
 */
function copyBuild(folder: string, command: string): void {
  const built = join(root, "server/dist");
  for (const name of readdirSync(built, { recursive: true, encoding: "utf8" })) {
    if (!/\.\w+$/.test(name) || name.startsWith(".")) continue;
    const text = readFileSync(join(built, name), "utf8");
    const isRenamed = /\.(cjs|html)$/.test(name);
    const target = join(folder, "server/dist", name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      isRenamed ? text.replaceAll(/npx atrium\b|npm start( --)?(?= )|npm start\b/g, command) : text,
    );
  }
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
