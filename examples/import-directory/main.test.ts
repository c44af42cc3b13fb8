import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";
import { exampleServer, startExample, startsLikeAnyProgram } from "../testing/running-example.ts";

const program = "import-directory/main.ts";
const organizationId = "acme";

function writeFiles(t: TestContext, files: Record<string, string>): string {
  const top = temporaryFolder(t);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(top, path, ".."), { recursive: true });
    writeFileSync(join(top, path), content);
  }
  return top;
}

test("a directory becomes folders and documents; run again it changes nothing, and then only what differs", async (t) => {
  const { atrium, environment } = await exampleServer(t);
  const files = { "read me.md": "Hi", "plans/2026/q1.md": "One", "plans/Übersicht.md": "Two", ".hidden/x": "No" };
  const top = writeFiles(t, { ...files, "node_modules/x/y.js": "No" });
  const run = async () => {
    const importing = startExample(t, program, [top, organizationId], environment);
    assert.equal(await importing.ends(), 0, importing.complaints);
    return importing;
  };
  const stored = async () => {
    const { data: folders } = await atrium.organizations.folders.get({ organizationId });
    const documents = await Array.fromAsync(atrium.organizations.documents.get.each({ organizationId }));
    return { folders, documents: documents.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  };

  const first = await run();
  assert.equal(first.printed, "acme: 2 new folders, 3 new documents, 0 changed, 0 unchanged\n");
  assert.match(first.complaints, /^plans\/2026: 1 files$/m);
  const before = await stored();
  const placed = before.documents.map(({ id, ...document }) => [id, "folderId" in document ? document.folderId : null]);
  assert.deepEqual(placed, [
    ["plans/2026/q1.md", "plans/2026"],
    ["plans/Übersicht.md", "plans"],
    ["read me.md", null],
  ]);
  assert.ok(before.documents.every((document) => "bytes" in document && typeof document.sha256 === "string"));
  const { data: below } = await atrium.organizations.folders.get({ organizationId, folderId: "plans" });
  assert.match(JSON.stringify(below), /"folderId":"plans\/2026","folderName":"2026","parentFolderId":"plans"/);

  assert.equal((await run()).printed, "acme: 0 new folders, 0 new documents, 0 changed, 3 unchanged\n");
  assert.deepEqual(await stored(), before);

  writeFileSync(join(top, "plans/2026/q1.md"), "Another");
  writeFileSync(join(top, "plans/2026/q2.md"), "More");
  assert.equal((await run()).printed, "acme: 0 new folders, 1 new documents, 1 changed, 2 unchanged\n");
  const after = await stored();
  assert.equal(after.documents.length, 4);
  assert.notDeepEqual(after.documents[0], before.documents[0]);
});

test("the import tells what went wrong and that it did", async (t) => {
  await startsLikeAnyProgram(t, program, ["x", organizationId]);
  const { environment } = await exampleServer(t);
  const missing = startExample(t, program, [join(temporaryFolder(t), "gone"), organizationId], environment);
  assert.equal(await missing.ends(), 1);
  assert.match(missing.complaints, /ENOENT.*gone/);
  const nowhere = startExample(t, program, ["."], environment);
  assert.equal(await nowhere.ends(), 1);
  assert.match(nowhere.complaints, /^Name a directory and an organization\./);
});
