import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const workspaces = ["client", "functions", "server"];
const omittedNames = ["node_modules", ".git", ".atrium", ".atrium-emulators", "dist", "atrium.js", "heavy-worker.js"];

/** A modifiable copy of this checkout with the same packages. */
export interface CheckoutCopy {
  folder: string;
  write(files: Record<string, string>): void;
  delete(path: string): void;
  read(path: string): string;
  readBytes(path: string): Uint8Array;
  /** Files that differ from this checkout or don't exist in it, sorted. */
  changed(): string[];
  /** Runs a program of the copy to its end, with its path as the first argument. @returns exit code and output. */
  run(...args: string[]): Promise<{ status: number | null; output: string }>;
  remove(): void;
}

/** Copies the checkout into a temporary folder. */
export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(join(tmpdir(), "atrium-copy-"));
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !isOmitted(basename(path)) });
  linkPackages(folder);
  return {
    folder,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    delete: (path) => rmSync(join(folder, path)),
    readBytes: (path) => readFileSync(join(folder, path)),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    changed: () => filesOf(folder).filter((path) => contentOf(join(folder, path)) !== contentOf(join(root, path))),
    run: (...args) => run(folder, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Whether a file is left out of the copy: installed, built and secret files are. */
function isOmitted(name: string): boolean {
  return omittedNames.includes(name) || name.endsWith(".local");
}

/** Links each package, and workspaces to their copies; linking `node_modules` itself would lead to the originals. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, "node_modules/@atrium"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@atrium") symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  for (const name of workspaces) symlinkSync(join(folder, name), join(folder, "node_modules/@atrium", name));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !path.startsWith("node_modules"))
    .sort();
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return undefined;
  }
}

function run(cwd: string, args: string[]): Promise<{ status: number | null; output: string }> {
  // Otherwise the inner test run would consider itself a worker of the outer one.
  const { JEST_WORKER_ID: _, FIRESTORE_EMULATOR_HOST: __, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.once("error", reject).once("close", (status) => resolve({ status, output }));
  });
}
