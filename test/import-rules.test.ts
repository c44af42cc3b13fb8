import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

const root = dirname(import.meta.dirname);
const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** Each rule, the part of its message that names the way out, and files that together violate it. */
const forbidden: [rule: string, hint: string, files: Record<string, string>][] = [
  ["layer-platform", "knows nothing of Atrium", imports("platform/x", "store/y")],
  ["layer-engines", "Move what both need down", imports("store/x", "domain/access/y")],
  ["layer-engines", "Move what both need down", imports("queue/x", "api/v2/users/y")],
  ["layer-context", "names ports only", imports("context", "domain/tokens/y")],
  ["layer-topics", "belongs in its store/", imports("domain/tokens/x", "domain/tokens/store/y")],
  ["layer-topic-stores", "knows no job", imports("domain/crdt/store/x", "domain/crdt/jobs/y")],
  ["layer-kernel", "handed the list", imports("http/x", "api/v2/users/y")],
  ["layer-endpoints", "no host", imports("api/v2/users/x", "cloud/y")],
  ["pure-topics", "tried without one", imports("domain/tokens/x", "store/y")],
  ["topic-events", "topics.json", imports("domain/events/x", "domain/webhooks/y")],
  ["known-topic", "list it in", imports("domain/unheard/x", "domain/unheard/y")],
  ["endpoints-alone", "moves into a topic", imports("api/v2/users/x", "api/v2/organizations/y")],
  ["endpoints-alone", "moves into a topic", imports("api/v1/users/add", "api/v2/users/get")],
  ["library-firebase-admin", "behind the ports", uses("store/x", "firebase-admin/firestore")],
  ["library-google-cloud-tasks", "behind the ports", uses("api/v1/x", "@google-cloud/tasks")],
  ["no-circle", "types included", { ...uses("http/x", "#http/y"), ...uses("http/y", "#http/x") }],
  ["listed-package", "in the package.json of the workspace", uses("http/x", "ajv")],
  ["resolvable", "leads nowhere", uses("http/x", "#http/nowhere")],
];

const twin = "api/v1/documents/add";
const folder = mkdtempSync(join(tmpdir(), "atrium-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The violations, one line each, with their messages. */
let violations: string[] = [];

// All cases share one checkout, because each run of the program takes half a second.
beforeAll(() => {
  const files = forbidden.map(([, , files], i) => numbered(files, i));
  const report = cruise(Object.assign({}, ...files, imports(twin, "api/v2/documents/add")));
  violations = report.split(/^ +(?=error )/m).map((violation) => violation.replaceAll(/\s+/g, " "));
});

for (const [i, [rule, hint, files]] of forbidden.entries())
  test(`the import rule ${rule} refuses ${Object.keys(files)[0]} and names the way out`, () => {
    const [from = ""] = Object.keys(numbered(files, i));
    const its = violations.filter((violation) => violation.startsWith(`error ${rule}: functions/src/${from}.ts `));
    expectWithContext(its.join(), violations.join("\n")).toContain(hint);
  });

test("a v1 file may import its own v2 twin", () => {
  expect(violations.filter((violation) => violation.includes(twin))).toStrictEqual([]);
});

/** Numbers the files named x and y of one case, so that all cases can share a checkout. */
function numbered(files: Record<string, string>, i: number): Record<string, string> {
  const text = JSON.stringify(files).replaceAll(/(?<=\/)([xy])(?=\\?")/g, `$1${i}`);
  return JSON.parse(text);
}

/** A file with a type-only import of another file, and that other file. */
function imports(from: string, to: string): Record<string, string> {
  return { ...uses(from, `#src/${to}`), [to]: "export type X = string;\n" };
}

function uses(from: string, specifier: string): Record<string, string> {
  return { [from]: `import type { X } from "${specifier}";\n\nexport type Y = X;\n` };
}

/** The report on a checkout that contains only these files of `functions/src`. */
function cruise(files: Record<string, string>): string {
  for (const name of [".dependency-cruiser.cjs", "functions/package.json", "functions/src/domain/topics.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, "functions/src", `${name}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const args = [cruiser, "--config", ".dependency-cruiser.cjs", "--output-type", "err-long", "functions/src"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return `${stdout}${stderr}`;
}
