import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A new folder that is gone when the test has ended. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
