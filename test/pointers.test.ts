import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";

const root = dirname(import.meta.dirname);
const page = "docs/behaviour.md";
const self = relative(root, import.meta.filename);

/** Files whose text is not ours: data, lockfiles, licences and files generated from the code. */
const foreign =
  /^(emulator-data\/(world\.jsonl|firestore_export\/.*)|scripts\/seed-world\/.*\.jsonl|(.*\/)?LICENSE|package-lock\.json|openapi\.json|bench\/results\.json)$/;

/** Folders and files that are created here and never committed. */
const ignoredNames = /^(node_modules|dist|lib|\.git|\.atrium|\.atrium-emulators|.*\.log)$/;

/** Every text file of the repository with its path. */
function textFiles(folder = ""): [path: string, text: string][] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !ignoredNames.test(name))
    .flatMap((entry): [path: string, text: string][] => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return textFiles(path);
      if (!entry.isFile() || path === self || foreign.test(path)) return [];
      const text = readFileSync(join(root, path), "utf8");
      return text.includes("\0") ? [] : [[path, text]];
    });
}

/** Anchors of a Markdown text's headings, in GitHub's form. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(markdown).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-");
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The text without fenced blocks, in which a `#` is a shell comment. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, "");
}

/** Each match of a pattern as `path:line: match`, for messages. */
function matches(files: [string, string][], pattern: RegExp): { where: string; groups: string[]; path: string }[] {
  return files.flatMap(([path, text]) =>
    text.split("\n").flatMap((line, i) =>
      [...line.matchAll(pattern)].map(([match, ...groups]) => ({
        where: `${path}:${i + 1}: ${match}`,
        groups: groups.map((group) => group ?? ""),
        path,
      })),
    ),
  );
}

const files = textFiles();
const anchors = anchorsOf(readFileSync(join(root, page), "utf8"));

/** Citations that a reader of the repository can't look up. RFC sections are fine. */
const citations = [
  /(?<!\bRFC \d+[,:]? )\b[Ss]ections? \d[\w.]*/g,
  /\breference [A-Z]\d*\b(?=[).,:; ]|$)/g,
  /\bthe (?:service )?specification\b|\bservice-spec\b/g,
];

/** Test files, which may name files that exist only in the test. */
const invented = /\.test\.ts$/;

test(`every pointer to ${page} leads to one of its headings`, () => {
  const pointers = matches(files, /docs\/behaviour\.md#([\w-]+)/g);
  expectWithContext(pointers.length, "the code points to what it implements").toBeGreaterThan(50);
  const dead = pointers.filter(({ groups: [anchor = ""] }) => !anchors.has(anchor));
  expectWithContext(
    dead.map(({ where }) => where),
    `Point to one of the headings: ${[...anchors].join(", ")}.`,
  ).toStrictEqual([]);
});

test("nothing cites a document that is not in the repository", () => {
  const numbered = citations.flatMap((pattern) => matches(files, pattern));
  const documentMatches = matches(files, /(?<![\w/.-])((?:\.\.?\/)*[\w-][\w/-]*\.md)\b/g)
    .filter(({ path }) => !invented.test(path))
    .filter(({ groups: [name = ""], path }) => !leadsSomewhere(name, path));
  expectWithContext(
    [...numbered, ...documentMatches].map(({ where }) => where),
    `Point to a heading of ${page}, or leave the citation out.`,
  ).toStrictEqual([]);
});

test("links in Markdown files have a target", () => {
  const markdown = files.filter(([path]) => path.endsWith(".md"));
  const links = matches(
    markdown.map(([path, text]) => [path, withoutCode(text)]),
    /\]\(([^()\s]+)\)/g,
  ).filter(({ groups: [target = ""] }) => !/^[a-z]+:/.test(target));
  expectWithContext(links.length, "the documents link to each other").toBeGreaterThan(5);
  const dead = links.filter(({ groups: [target = ""], path }) => {
    const [file = "", anchor] = target.split("#");
    const linked = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(root, linked))) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, linked), "utf8")).has(anchor);
  });
  expect(dead.map(({ where }) => where)).toStrictEqual([]);
});

test("files and folders that the guides name exist", () => {
  const guides = files.filter(([path]) => ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].includes(path));
  const pathMatches = matches(
    guides.map(([path, text]) => [path, withoutCode(text)]),
    /`([\w.@-]+(?:\/[\w.@-]+)+\/?)`/g,
  ).filter(({ groups: [name = ""] }) => isPathOfOurs(name));
  expectWithContext(pathMatches.length, "the guides name files").toBeGreaterThan(30);
  const gone = pathMatches.filter(
    ({ groups: [name = ""] }) => !bases.some((base) => existsSync(join(root, base, name))),
  );
  expect(gone.map(({ where }) => where)).toStrictEqual([]);
});

/** Other spellings of `npx atrium …` in prose, help texts and shell blocks. */
const otherSpelling =
  /npm run (?:--silent )?atrium\b.*|(?<!npx )`atrium (?!export \$)[a-z].*|\$ atrium .*|\| atrium [a-z].*/g;

test("the command line is called `npx atrium` everywhere", () => {
  const wrong = matches(files, otherSpelling).map(({ where }) => where);
  expectWithContext(wrong, "Write `npx atrium …`.").toStrictEqual([]);
});

test("dead pointers, citations of other documents and duplicate headings are detected", () => {
  expect([...anchorsOf("# Who sees a thread?\n## E-mail\n## E-mail\n```sh\n# no\n```")]).toStrictEqual([
    "who-sees-a-thread",
    "e-mail",
    "e-mail-1",
  ]);
  const cited = "/** A folder (section 2.5), reference C7), the specification says, RFC 9110, section 5 */";
  const citationMatches = citations.flatMap((pattern) => matches([["a.ts", cited]], pattern));
  expect(citationMatches.map(({ where }) => where)).toStrictEqual([
    "a.ts:1: section 2.5",
    "a.ts:1: reference C7",
    "a.ts:1: the specification",
  ]);
});

/** Folders that paths in the guides are relative to. */
const bases = ["", "functions/src", "functions/src/domain"];

/** Whether a name starts with one of our folders, since other words contain slashes too. */
function isPathOfOurs(name: string): boolean {
  const [first = ""] = name.split("/");
  return !ignoredNames.test(first) && bases.some((base) => existsSync(join(root, base, first)));
}

/** Whether the path exists relative to the folder of the naming file or any folder above it. */
function leadsSomewhere(name: string, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(root, folder, name))) return true;
    if (folder === ".") return false;
  }
}
