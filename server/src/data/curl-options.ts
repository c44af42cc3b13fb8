import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceCredentials } from "./credentials.ts";

/**
 * Writes a file with curl options for calls with the first API key of a workspace. It contains a secret: only its owner
 * may read it.
 * @param headerBrand the middle part of header names.
 * @returns its path.
 */
export function writeCurlOptions(
  folder: string,
  headerBrand: string,
  { apiKeys: [key] }: WorkspaceCredentials,
): string {
  const headers = {
    "content-type": "application/json",
    [`x-${headerBrand}-api-key`]: key?.apiKeyId,
    [`x-${headerBrand}-auth-token`]: key?.authTokens[0]?.token,
  };
  const lines = Object.entries(headers).map(([name, value]) => `header = "${name}: ${value}"`);
  const file = join(folder, "atrium.curl");
  // Writing to an existing file would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, ["silent", "show-error", ...lines, 'write-out = "\\n"', ""].join("\n"), { mode: 0o600 });
  return file;
}
