import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Copy, DockerfileParser, type Instruction } from "dockerfile-ast";

const root = dirname(import.meta.dirname);

/** The Dockerfile of the repository. */
export const dockerfileText = readFileSync(join(root, "Dockerfile"), "utf8");

/** A stage of the Dockerfile. */
export interface Stage {
  /** The base image. */
  image: string;
  name: string | undefined;
  instructions: Instruction[];
}

/** The stages of a Dockerfile, in order. */
export function readStages(text = dockerfileText): Stage[] {
  const file = DockerfileParser.parse(text);
  const stages: Stage[] = [];
  for (const from of file.getFROMs())
    stages.push({ image: from.getImage() ?? "", name: from.getBuildStage() ?? undefined, instructions: [] });
  let current = -1;
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() === "FROM") current++;
    else stages[current]?.instructions.push(instruction);
  }
  return stages;
}

/** The instructions of a stage with this keyword. */
export function instructionsOf({ instructions }: Stage, keyword: string): Instruction[] {
  return instructions.filter((instruction) => instruction.getKeyword() === keyword);
}

/** The words of a command in JSON form. */
export function commandOf(instruction: Instruction | undefined): string[] {
  const text = instruction?.getArgumentsContent() ?? "";
  return JSON.parse(text.slice(text.indexOf("["))) as string[];
}

/** The environment that a stage sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = instructionsOf(stage, "ENV").flatMap((env) =>
    env.getArguments().map((argument) => argument.getValue()),
  );
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/** A COPY instruction: its sources, its target, and the stage that they come from. */
export function copyOf(instruction: Instruction): { sources: string[]; target: string; from: string | undefined } {
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const from = (instruction as Copy).getFlags().find((flag) => flag.getName() === "from");
  return { sources: words.slice(0, -1), target: words.at(-1) ?? "", from: from?.getValue() ?? undefined };
}

/**
 * Runs the steps of a stage in a plain folder instead of an image. `npm ci` is replaced by copying this checkout's
 * packages without development dependencies; parts that exist only in an image (users, `/data`) are left out.
 * @param folders the folders of the previous stages, by name.
 */
export function buildStage(stage: Stage, folders: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "atrium-image-")));
  for (const instruction of stage.instructions) {
    if (instruction.getKeyword() === "COPY") copyInto(folder, instruction, folders);
    if (instruction.getKeyword() === "RUN") runIn(folder, instruction.getArgumentsContent() ?? "");
  }
  return folder;
}

function copyInto(folder: string, instruction: Instruction, folders: Record<string, string>): void {
  const { sources, target, from } = copyOf(instruction);
  for (const source of sources) {
    const origin = from === undefined ? join(root, source) : source.replace(/^\/app/, folders[from] ?? "");
    const isFolder = statSync(origin).isDirectory();
    const into = target.endsWith("/") && !isFolder ? join(folder, target, basename(source)) : join(folder, target);
    mkdirSync(dirname(into), { recursive: true });
    cpSync(origin, into, { recursive: true, dereference: true, filter: (path) => !path.endsWith(".test.ts") });
  }
}

function runIn(folder: string, command: string): void {
  const [program, ...args] = command.split(" ");
  if (program === "npm" && args[0] === "ci") linkPackages(folder);
  else if (program === "node") {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  }
}

/** Links the packages that `npm ci --omit=dev` would install, and the folder's own workspaces. */
function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  for (const [path, { dev, link }] of Object.entries(packages)) {
    const isAtTop = path.startsWith("node_modules/") && !path.slice(1).includes("/node_modules/");
    if (!isAtTop || dev || link || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  mkdirSync(join(folder, "node_modules/@atrium"), { recursive: true });
  for (const name of ["client", "functions", "server"])
    symlinkSync(join(folder, name), join(folder, "node_modules/@atrium", name));
}
