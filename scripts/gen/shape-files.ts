import { globSync } from "node:fs";
import { join } from "node:path";

const sources = join(import.meta.dirname, "..", "..", "functions", "src");

/**
 * The files whose exported shapes become named schemas: those of `platform/` and the pure files of the topics, sorted.
 */
export function shapeFiles(): string[] {
  return globSync("{platform,domain}/**/*.ts", { cwd: sources })
    .filter((file) => !/\.test\.ts$|\/(store|jobs)\//.test(file))
    .sort()
    .map((file) => join(sources, file));
}
