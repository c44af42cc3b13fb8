import { execFileSync } from "node:child_process";
import { dirname } from "node:path";

/** The checkout. */
export const root = dirname(import.meta.dirname);

/** Paths of the files that git tracks or would add, below the checkout. @param patterns such as `*.ts`. */
export function sourceFiles(...patterns: string[]): string[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  return execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}
