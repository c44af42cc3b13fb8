import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");

/** An import that breaks the direction of the layers, and a word of the message that says where the code belongs. */
const forbidden: [file: string, specifier: string, hint: string][] = [
  ["functions/src/model/x.ts", "#domain/features", "model/ holds shapes only"],
  ["functions/src/domain/x.ts", "#store/sqlite/adapter", "domain/ is pure"],
  ["functions/src/store/x.ts", "#api/v2/organizations/documents/get", "store/ and queue/ know no endpoint"],
  ["functions/src/store/x.ts", "firebase-admin/firestore", "Cloud libraries stay behind the ports"],
  ["functions/src/store/firestore/x.ts", "#src/endpoints", "store/ and queue/ know no endpoint"],
  ["functions/src/queue/x.ts", "#jobs/purge", "store/ and queue/ know no endpoint"],
  ["functions/src/http/x.ts", "#api/v2/users/add", "The kernel knows no endpoint"],
  ["functions/src/api/v2/users/x.ts", "#api/v2/organizations/add", "An endpoint file never imports another one"],
  ["functions/src/api/v1/x.ts", "@google-cloud/tasks", "Cloud libraries stay behind the ports"],
];

test("lint refuses every import against the direction of the layers and says where the code belongs", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "atrium-lint-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, "biome.json"), join(folder, "biome.json"));
  for (const [file, specifier, hint] of forbidden) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import { x } from "${specifier}";\n\nexport const y = x;\n`);
    const args = [biome, "lint", "--vcs-enabled=false", file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    assert.notEqual(status, 0, `${file} may import ${specifier}`);
    assert.ok(`${stdout}${stderr}`.includes(hint), `${file}: ${stdout}${stderr}`);
  }
});
