import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { type ConsoleFile, consoleFiles } from "./build.ts";

/** Upper bound for what a browser loads before the first page is shown, in compressed bytes. */
const FIRST_LOAD = 250_000;

const files = await consoleFiles(JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8")));

/** The console's file at an address. @throws Error if there is none. */
function fileAt(path: string): ConsoleFile {
  const file = files.find((one) => one.path === path);
  if (!file) throw new Error(`The console has no file ${path}.`);
  return file;
}

/** The scripts that a script imports statically. */
function importsOf({ text }: ConsoleFile): string[] {
  return [...text.matchAll(/(?:^|[;}])import(?:\{[^}]*\}from)?"\.\/([^"]+)"/g)].map(
    ([, name]) => `/console/assets/${name}`,
  );
}

test("the first load of the console stays below 250 kB compressed, whichever page it opens", () => {
  const { text } = fileAt("/console");
  const linked = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? "");
  expect(linked.length).toBeGreaterThan(3);
  const first = new Set(["/console", ...linked]);
  // The page names everything its script imports, so that the browser requests all of it at once.
  for (const path of first) expect(importsOf(fileAt(path)).filter((inner) => !first.has(inner))).toStrictEqual([]);
  const sizeOf = (path: string) => gzipSync(fileAt(path).text).length;
  const shared = [...first].reduce((sum, path) => sum + sizeOf(path), 0);
  const pages = files.filter(({ path }) => /\/page-[^/]*\.js$/.test(path) && !first.has(path));
  const sizes = pages.map((page) => {
    const beside = new Set([page.path]);
    for (const path of beside) for (const inner of importsOf(fileAt(path))) if (!first.has(inner)) beside.add(inner);
    return [...beside].reduce((sum, path) => sum + sizeOf(path), 0);
  });
  expect(pages.length).toBeGreaterThan(3);
  expect(shared + Math.max(...sizes)).toBeLessThan(FIRST_LOAD);
});

test("the console's page has no inline code or style, and no other page may frame it", () => {
  const { text, headers } = fileAt("/console");
  expect(text).not.toMatch(/<style|style=|<script[^>]*>[^<]|\son\w+=/);
  expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
  expect(headers?.["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers?.["content-security-policy"]).not.toContain("unsafe");
});

test("the console's contract contains every schema that an input refers to", () => {
  const contract = files.find(({ path }) => path.includes("contract"));
  const { operations, schemas } = JSON.parse(contract?.text ?? "{}");
  const schemaNames = [...(contract?.text ?? "").matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name ?? "",
  );
  const withoutInput = Object.keys(operations).filter((path) => Object.keys(operations[path].input).length === 0);
  expect(withoutInput).toStrictEqual([]);
  expect(operations["/v2/users/add"]).toMatchObject({ caller: "apiKey", isWrite: true });
  expect(operations["/v2/workspace/apikeys/get"]).toMatchObject({ caller: "workspaceId", isWrite: false });
  expect(operations["/v2/workspace/authtokens/get"]).toMatchObject({ isWrite: false, isForReadOnlySessions: false });
  expect(operations["/v2/workspace/sessions/revoke"]).toMatchObject({ isWrite: true, isForReadOnlySessions: true });
  expect(schemaNames.filter((name) => !schemas[name])).toStrictEqual([]);
});
