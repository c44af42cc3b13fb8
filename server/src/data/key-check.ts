import type { StoredWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { seal, unseal } from "@atrium/functions/platform/crypto/secrets";
import type { DocData, Store, StoreReader } from "@atrium/functions/store/port";
import { DataFileError } from "@atrium/functions/store/sqlite/database";

const PATH = "host/keyCheck";

/** A text that only the data's encryption key can decrypt. */
interface KeyCheck extends DocData {
  sealed: string;
}

/**
 * Checks the encryption key like `requireMatchingKey`, and adds the check value to data that has none yet.
 * @throws DataFileError
 */
export async function checkKey(store: Store, encryptionKey: Uint8Array, secretsFile: string): Promise<void> {
  await requireMatchingKey(store, encryptionKey, secretsFile);
  if (await store.get(PATH)) return;
  const data: KeyCheck = { sealed: seal(encryptionKey, "The encryption key of this data.") };
  await store.commit([{ op: "set", path: PATH, data }]);
}

/**
 * Requires the key with which the data was encrypted. Data of earlier versions has no check value: a stored credential
 * is used instead.
 * @param secretsFile the file that contains the key.
 * @throws DataFileError if the key is a different one.
 */
export async function requireMatchingKey(
  reader: StoreReader,
  encryptionKey: Uint8Array,
  secretsFile: string,
): Promise<void> {
  const sealed = (await reader.get<KeyCheck>(PATH))?.data.sealed ?? (await findSealedToken(reader));
  if (sealed === undefined || decrypts(encryptionKey, sealed)) return;
  throw new DataFileError(
    `${secretsFile} does not belong to the data file beside it: the stored credentials can't be decrypted with it. Restore both files from the same backup.`,
  );
}

async function findSealedToken(reader: StoreReader): Promise<string | undefined> {
  const { docs } = await reader.query<StoredWorkspace>({ collection: "workspaces", limit: 1 });
  return docs[0]?.data.tokenSealed;
}

function decrypts(encryptionKey: Uint8Array, sealed: string): boolean {
  try {
    unseal(encryptionKey, sealed);
    return true;
  } catch {
    return false;
  }
}
