import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A JavaScript runtime of this machine. */
export interface Runtime {
  name: string;
  /** Program and arguments to put before the file to run; undefined if it is not installed. */
  command: readonly [string, ...string[]] | undefined;
}

/** The runtimes that the client promises to work on. */
export function findRuntimes(): Runtime[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = [process.execPath, ...folders.map((folder) => join(folder, "node"))];
  const nodes = [...new Set(paths)].filter(existsSync).map((path) => ({ path, version: printed(path) }));
  const nodeOf = (major: number) => {
    const program = nodes.find(({ version }) => version.startsWith(`v${major}.`));
    return program && ([program.path] as const);
  };
  return [
    { name: "Node 20", command: nodeOf(20) },
    { name: "Node 22", command: nodeOf(22) },
    { name: "Node 24", command: nodeOf(24) },
    { name: "Deno", command: printed("deno") ? ["deno", "run", "--allow-all"] : undefined },
    { name: "Bun", command: printed("bun") ? ["bun", "run"] : undefined },
  ];
}

/** The version that a program prints; empty if the program is not installed. */
function printed(program: string): string {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "";
}
