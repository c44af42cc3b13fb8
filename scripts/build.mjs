// Bundles the server, the command line and the worker threads into one file each, instead of some hundred. With
// `--functions`, as `npm run build` runs it, it then builds the functions, which get all other options.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { neededNode, runsAtrium } from "./node-version.mjs";
import { buildStamp, changeNode, node, root, run, sources } from "./prepare.mjs";

printHelp(`Usage: npm run build [-- --grouped]

Builds the server, the command line and the pages, then the functions and the files of the hosting for a deployment.

  --grouped  the calls of a topic share a function`);

changeNode();
const { build } = await import("esbuild");
const { writeServedSite } = await import("../site/write-site.ts");

/** Ends with a clear message if an older Node runs the built files, as in a systemd unit. */
const tooOld = `Atrium needs ${neededNode}: with an earlier one, SQLite can damage the data file. This is Node `;
const checkOfNode = `(${runsAtrium})(process.versions)||(console.error("${tooOld}"+process.versions.node+"."),process.exit(1));`;

// Taken before the sources are read, so that changes made during the build cause another one.
const stamp = sources();
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    main: "server/src/main.ts",
    cli: "server/src/cli.ts",
    "heavy-worker": "functions/src/heavy-worker.ts",
    "checkpoint-thread": "functions/src/store/sqlite/checkpoint-thread.ts",
  },
  outdir: join(root, "server", "dist"),
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node24",
  // Prefer ES modules, because some packages ship a UMD form that no bundler can follow.
  mainFields: ["module", "main"],
  define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
  // piscina starts threads from its own files; the others are loaded only by commands on a deployment, or for traces.
  external: ["piscina", "firebase-admin", "@opentelemetry/*"],
  banner: { js: checkOfNode },
  legalComments: "none",
  // Node keeps source text in memory, at two bytes a character if a single comment contains non-Latin characters.
  minifyWhitespace: true,
  // Keeps the line numbers of stack traces meaningful.
  lineLimit: 160,
  logLevel: "warning",
  metafile: true,
});

writeLicenses(join(root, "server", "dist", "third-party-licenses.txt"), Object.keys(metafile.inputs));
await writeServedSite(join(root, "server", "dist", "site"));
// Marks the build as current, so that no command rebuilds it: a service's user may have no write access here.
writeFileSync(buildStamp, stamp);

const options = process.argv.slice(2);
if (options.includes("--functions"))
  run(node(), [join(root, "scripts", "build-functions.mjs"), ...options.filter((option) => option !== "--functions")]);

/**
 * Writes the licenses of the packages whose code is in the build, because copies must include them: of those that the
 * server's bundle contains, and of those of the pages, which are the dependencies of the repository's own package.
 * @param inputs the files in the server's bundle.
 */
function writeLicenses(file, inputs) {
  const { esbuild: _, ...ofPages } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies;
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  for (const name of Object.keys(ofPages)) folders.add(`node_modules/${name}`);
  // A set also visits what is added meanwhile.
  for (const folder of folders)
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {}))
      if (existsSync(join(root, "node_modules", name))) folders.add(`node_modules/${name}`);
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license, author } = manifestOf(folder);
    const names = readdirSync(join(root, folder)).filter((one) => /^(licen[cs]e|notice|copying)/i.test(one));
    const text = names.map((one) => readFileSync(join(root, folder, one), "utf8").trim()).join("\n\n");
    return `${name} ${version} (${license})\n\n${text || `By ${author?.name ?? author}.`}\n`;
  });
  writeFileSync(file, `Atrium contains code of these packages.\n\n${texts.join(`\n${"=".repeat(80)}\n\n`)}`);
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}
