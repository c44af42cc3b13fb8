// Builds what is deployed: one file, a package.json with exact versions, a lockfile.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

await build({
  absWorkingDir: root,
  entryPoints: { index: "functions/src/index.ts" },
  outdir: join(root, "dist", "functions"),
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node24",
  mainFields: ["module", "main"],
  external: ["@google-cloud/tasks"],
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
}).then(async (r) => {
  (await import("node:fs")).writeFileSync("/tmp/meta.json", JSON.stringify(r.metafile));
});
