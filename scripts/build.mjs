// Bundles the server, the command line and the worker threads into one file each, in place of some hundred.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runsAtrium } from "./node-version.mjs";
import { buildStamp, changeNode, root, sources } from "./prepare.mjs";

changeNode();
const { build } = await import("esbuild");
const { writeServedSite } = await import("../site/write-site.ts");

/** Who runs the built files with an older Node, as a unit of systemd may, reads why they don't start, in place of a stack. */
const checkOfNode = `(${runsAtrium})(process.versions.node)||(console.error("Atrium needs Node 22.18 or later, better 24. This is Node "+process.versions.node+"."),process.exit(1));`;

// Before the sources are read: what changes meanwhile is built again.
const stamp = sources();
await build({
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
  // The first starts threads from its own files; the others are loaded only by commands on a deployment, or for traces.
  external: ["piscina", "firebase-admin", "@opentelemetry/*"],
  banner: { js: checkOfNode },
  legalComments: "none",
  // Node keeps the text of a file in memory, at two bytes a character where a comment goes beyond Latin letters.
  minifyWhitespace: true,
  // So that the line of a stack trace still says where.
  lineLimit: 160,
  logLevel: "warning",
});

await writeServedSite(join(root, "server", "dist", "site"));
// So that no command builds again what is current: the user of a service may not write here.
writeFileSync(buildStamp, stamp);
