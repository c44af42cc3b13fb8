import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";

const packages = join(import.meta.dirname, "..", "..", "node_modules");

/** The languages of samples, by their names in Markdown. */
export type Language = "ts" | "sh" | "py";

/** How to run programs of a language, and how to run several in one process, whether or not some of them fail. */
const runners: Record<Language, { command: string; together: (files: readonly string[]) => string }> = {
  ts: {
    command: process.execPath,
    together: (files) =>
      files.map((file) => `await import("./${file}").catch((error) => console.log(String(error)));`).join("\n"),
  },
  sh: { command: "bash", together: (files) => files.map((file) => `. ./${file} > /dev/null`).join("\n") },
  py: {
    command: "python3",
    together: (files) => `import runpy
for file in ${JSON.stringify(files)}:
    try:
        runpy.run_path(file)
    except Exception as error:
        print(error)
`,
  },
};

/** Why programs of a language can't run here; false if they can. */
export function missingFor(language: Language): string | false {
  const commands = language === "sh" ? ["bash", "curl"] : [runners[language].command];
  const missing = commands.find((command) => spawnSync(command, ["--version"]).status !== 0);
  return missing ? `${missing} is not installed` : false;
}

/**
 * Runs a program until it ends, or until it has printed certain lines, since a program may wait for requests.
 * @returns its output.
 * @throws Error with its output if it fails.
 */
export async function runProgram(
  language: Language,
  text: string,
  { environment, until }: { environment: Record<string, string>; until: readonly string[] },
): Promise<string> {
  const main = `program.${extensionOf(language)}`;
  const { command, options } = prepare(language, { [main]: text }, environment);
  const child = spawn(command, [main], options);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      const lines = output.split("\n");
      if (until.length > 0 && until.every((line) => lines.includes(line))) child.kill();
    });
  const [code] = await once(child, "close");
  if (code) throw new Error(`The program ended with ${code}:\n${text}\n${output}`);
  return output;
}

/** Runs several programs one after another, even if some fail. @returns their output. */
export async function runPrograms(
  language: Language,
  texts: readonly string[],
  environment: Record<string, string>,
): Promise<string> {
  const files = Object.fromEntries(texts.map((text, i) => [`program-${i}.${extensionOf(language)}`, text]));
  const all = `all.${extensionOf(language)}`;
  const together = runners[language].together(Object.keys(files));
  const { command, options } = prepare(language, { ...files, [all]: together }, environment);
  return (await promisify(execFile)(command, [all], options)).stdout;
}

/** Compiles programs for `@atrium/client`. @returns the compiler's output; empty if there are no errors. */
export async function compile(texts: readonly string[]): Promise<string> {
  const files = Object.fromEntries(texts.map((text, i) => [`program-${i}.mts`, text]));
  const { command, options } = prepare("ts", files, {});
  const compiler = [join(packages, "typescript", "bin", "tsc"), "--noEmit", "--strict", "--skipLibCheck"];
  const target = ["--target", "es2023", "--module", "nodenext", "--allowImportingTsExtensions"];
  const types = ["--types", "node", "--typeRoots", join(packages, "@types")];
  return promisify(execFile)(command, [...compiler, ...target, ...types, ...Object.keys(files)], options).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** Writes programs to a folder of their own. */
function prepare(language: Language, files: Record<string, string>, environment: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (language === "ts") linkClient(folder);
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONIOENCODING: "utf8", ...environment };
  return { command: runners[language].command, options: { cwd: folder, env } };
}

/** Lets programs import the client as a package. */
function linkClient(folder: string): void {
  mkdirSync(join(folder, "node_modules", "@atrium"), { recursive: true });
  const client = join(import.meta.dirname, "..", "..", "client");
  symlinkSync(client, join(folder, "node_modules", "@atrium", "client"), "junction");
  // Programs for collaborative editing also import Yjs.
  symlinkSync(join(packages, "yjs"), join(folder, "node_modules", "yjs"), "junction");
}

function extensionOf(language: Language): string {
  return language === "ts" ? "mts" : language;
}
