import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A directory with the paths of its files. Paths are relative to the top directory and use slashes on every system. */
export interface Directory {
  path: string;
  files: string[];
}

/** Directories, parents first; the top directory has an empty path. Hidden files, node_modules and links are skipped. */
export async function* walk(top: string, path = ""): AsyncGenerator<Directory> {
  const entries = await readdir(join(top, path), { withFileTypes: true });
  const includedEntries = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
  const pathOf = ({ name }: { name: string }) => (path ? `${path}/${name}` : name);
  yield { path, files: includedEntries.filter((entry) => entry.isFile()).map(pathOf) };
  for (const entry of includedEntries) if (entry.isDirectory()) yield* walk(top, pathOf(entry));
}

/**
 * The document for a file, without its content. `bytes` and `sha256` are custom fields, which the service returns
 * unchanged.
 */
export async function toDocument(top: string, path: string) {
  const content = await readFile(join(top, path));
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { documentId: path, documentName: basename(path), bytes: content.length, sha256 };
}
