import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { headerBrand } from "@atrium/functions/cloud/parameters";

/**
 * The brand in the names of headers that the functions of a project will have: hosting serves files that name these
 * headers. It comes from the files that the Firebase tools read; a later file wins.
 * @param folder of the parameters.
 */
export function headerBrandOf(
  folder: string,
  { project, isEmulated }: { project?: string | undefined; isEmulated: boolean },
): string {
  const names = [".env", ...(project ? [`.env.${project}`] : []), ...(isEmulated ? [".env.local"] : [])];
  const files = names.map((name) => join(folder, name)).filter((file) => existsSync(file));
  const values = files.map((file) => parseEnv(readFileSync(file, "utf8"))[headerBrand.name]);
  return values.findLast((value) => value) ?? String(headerBrand.options.default);
}
