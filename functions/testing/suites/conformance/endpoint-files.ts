import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../src/api", import.meta.url));

/** Facts about an endpoint's file, for rules about the source. */
export interface EndpointFile {
  /** The path of the endpoint that belongs in this file. */
  path: string;
  /** Text of the test beside it; empty if there is none. */
  testSource: string;
  lines: number;
  /** Path literals after `path:` in the source. */
  declares: string[];
  /** Its imports, as written. */
  imports: string[];
}

/** Every file below `api/` that is not a test. */
export function endpointFiles(): EndpointFile[] {
  return globSync("**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => {
      const source = readFileSync(`${root}/${file}`, "utf8");
      const test = `${root}/${file.slice(0, -".ts".length)}.test.ts`;
      return {
        path: `/${file.slice(0, -".ts".length).replaceAll("\\", "/")}`,
        testSource: existsSync(test) ? readFileSync(test, "utf8") : "",
        lines: source.trimEnd().split("\n").length,
        declares: [...source.matchAll(/\bpath: "(\/[^"]*)"/g)].map(([, path]) => String(path)),
        imports: [...source.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name]) => String(name)),
      };
    });
}

/** Id of the Cloud Function that serves a path: lower case, with `_` folded to `-`, so that no two share a service. */
export function functionId(path: string): string {
  return path.slice(1).toLowerCase().replaceAll(/[/_]/g, "-");
}
