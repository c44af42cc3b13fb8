import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";
import { exampleServer, startExample, startsLikeAnyProgram } from "../testing/running-example.ts";

const program = "import-directory/main.ts";
const organizationId = "acme";

function writeFiles(files: Record<string, string>): string {
  const top = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(top, path, ".."), { recursive: true });
    writeFileSync(join(top, path), content);
  }
  return top;
}

test("a directory becomes folders and documents; a second run changes nothing, a later run only changes what differs", async () => {
  const { atrium, environment } = await exampleServer();
  const files = { "read me.md": "Hi", "plans/2026/q1.md": "One", "plans/Übersicht.md": "Two", ".hidden/x": "No" };
  const top = writeFiles({ ...files, "node_modules/x/y.js": "No" });
  const run = async () => {
    const importing = startExample(program, [top, organizationId], environment);
    expectWithContext(await importing.ends(), importing.complaints).toBe(0);
    return importing;
  };
  const readContents = async () => {
    const { data: folders } = await atrium.organizations.folders.get({ organizationId });
    const documents = await Array.fromAsync(atrium.organizations.documents.get.each({ organizationId }));
    return { folders, documents: documents.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  };

  const first = await run();
  expect(first.printed).toBe("acme: 2 new folders, 3 new documents, 0 changed, 0 unchanged\n");
  expect(first.complaints).toMatch(/^plans\/2026: 1 files$/m);
  const before = await readContents();
  const placed = before.documents.map(({ id, ...document }) => [id, "folderId" in document ? document.folderId : null]);
  expect(placed).toStrictEqual([
    ["plans/2026/q1.md", "plans/2026"],
    ["plans/Übersicht.md", "plans"],
    ["read me.md", null],
  ]);
  expect(before.documents.every((document) => "bytes" in document && typeof document.sha256 === "string")).toBe(true);
  const { data: below } = await atrium.organizations.folders.get({ organizationId, folderId: "plans" });
  expect(JSON.stringify(below)).toMatch(/"folderId":"plans\/2026","folderName":"2026","parentFolderId":"plans"/);

  expect((await run()).printed).toBe("acme: 0 new folders, 0 new documents, 0 changed, 3 unchanged\n");
  expect(await readContents()).toStrictEqual(before);

  writeFileSync(join(top, "plans/2026/q1.md"), "Another");
  writeFileSync(join(top, "plans/2026/q2.md"), "More");
  expect((await run()).printed).toBe("acme: 0 new folders, 1 new documents, 1 changed, 2 unchanged\n");
  const after = await readContents();
  expect(after.documents.length).toBe(4);
  expect(after.documents[0]).not.toStrictEqual(before.documents[0]);
});

test("the import reports what failed and exits with an error", async () => {
  await startsLikeAnyProgram(program, ["x", organizationId]);
  const { environment } = await exampleServer();
  const missing = startExample(program, [join(temporaryFolder(), "gone"), organizationId], environment);
  expect(await missing.ends()).toBe(1);
  expect(missing.complaints).toMatch(/ENOENT.*gone/);
  const nowhere = startExample(program, ["."], environment);
  expect(await nowhere.ends()).toBe(1);
  expect(nowhere.complaints).toMatch(/^Name a directory and an organization\./);
});
