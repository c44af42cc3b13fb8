import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { generatedFiles } from "../scripts/gen/files.ts";
import { format } from "../scripts/gen/format.ts";
import { listFiles } from "../scripts/gen/lists.ts";

const root = new URL("../", import.meta.url);

const lists = [...listFiles()].map(([name, text]) => [name, format(name, text)] as const);

for (const [name, text] of [...lists, ...(await generatedFiles())])
  test(`${name} is what \`npm run gen\` writes`, () => {
    const stored = readFileSync(new URL(name, root), "utf8");
    assert.ok(stored === text, `${name} is not current: run \`npm run gen\` and commit it`);
  });
