import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import type { StoredApiKey } from "@atrium/functions/domain/workspaces/api-key";
import type { StoredWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { matchesHash, unseal } from "@atrium/functions/platform/crypto/secrets";
import { SqliteCopy } from "@atrium/functions/store/sqlite/copy";
import * as z from "zod";
import { CommandError } from "../commands/command-error.ts";

/** Contents of a backup, to verify a restore against. */
export const Manifest = z.object({
  /** Version of the data file's tables. */
  dataFormat: z.int(),
  /** Size of the data file. */
  bytes: z.int(),
  /** Hash of the data file, in hex. */
  sha256: z.string(),
  /** Number of documents in collections of each name. */
  documents: z.record(z.string(), z.int()),
});
export type Manifest = z.output<typeof Manifest>;

/** SHA-256 of a file, in hex. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Checks a copy of a data file: every page, and that its encryption key decrypts every credential.
 * @throws CommandError if a check fails; DataFileError if the file can't be read.
 */
export async function examineCopy(file: string, encryptionKey: Uint8Array): Promise<Manifest> {
  const copy = new SqliteCopy(file);
  try {
    // SQLite's report has a heading, followed by a line for each page.
    const [damage] = copy
      .findDamage()
      .flatMap((report) => report.split("\n").filter((line) => !line.startsWith("***")));
    if (damage !== undefined)
      throw new CommandError(`The data file is damaged (${damage}). \`npx atrium doctor --full\` shows details.`);
    requireReadable(copy, encryptionKey);
    return {
      dataFormat: copy.format,
      bytes: statSync(file).size,
      sha256: await hashFile(file),
      documents: copy.countDocuments(),
    };
  } finally {
    copy.close();
  }
}

/** Every decrypted token must match its stored hash: then existing tokens keep working. */
function requireReadable(copy: SqliteCopy, encryptionKey: Uint8Array): void {
  const workspaces = copy.readAll<StoredWorkspace>("workspaces");
  const tokens = copy.readAll<StoredApiKey>("apiKeys").flatMap(({ authTokens }) => authTokens);
  const isReadable = (sealed: string, hash: string) => matchesHash(unseal(encryptionKey, sealed), hash);
  try {
    if (
      workspaces.every(({ tokenSealed, tokenHash }) => isReadable(tokenSealed, tokenHash)) &&
      tokens.every(({ sealed, hash }) => isReadable(sealed, hash))
    )
      return;
  } catch {
    // The encryption key is a different one.
  }
  throw new CommandError(
    "The secrets do not belong to the data file: stored credentials can't be decrypted with them.",
  );
}
