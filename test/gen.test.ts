import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { generatedFiles } from "../scripts/gen/files.ts";

const root = new URL("../", import.meta.url);

for (const [name, text] of await generatedFiles())
  test(`${name} is what \`npm run gen\` writes`, () => {
    const stored = readFileSync(new URL(name, root), "utf8");
    assert.ok(stored === text, `${name} is not current: run \`npm run gen\` and commit it`);
  });
