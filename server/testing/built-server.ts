import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A file of the build that `npm start` runs. */
export function built(name: string): string {
  return fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
}

const prepare = new URL("../../scripts/prepare.mjs", import.meta.url);
// Started from their sources, the programs would load hundreds of files each time.
execFileSync(
  process.execPath,
  ["--input-type=module", "--eval", `import { build } from ${JSON.stringify(prepare)}; build();`],
  { stdio: ["ignore", "ignore", "pipe"] },
);

/** The server, built from the current sources. */
export const serverFile = built("main.cjs");
/** The command line. */
export const cliFile = built("cli.cjs");
/** The folder of the documentation. */
export const docsFolder = built("site");
