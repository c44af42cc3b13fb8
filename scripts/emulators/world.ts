import { existsSync } from "node:fs";
import { importSigningKeys } from "@atrium/functions/domain/tokens/user-token";
import { firestoreStore } from "@atrium/functions/store/firestore/adapter";
import type { Store } from "@atrium/functions/store/port";
import { tree } from "@atrium/functions/store/tree";
import { Firestore } from "firebase-admin/firestore";
import { readCredentials, type WorkspaceCredentials } from "../../server/src/data/credentials.ts";
import { dataFile, indexes, openData, secretsFile } from "../../server/src/data/data-folder.ts";
import { readOrMakeSecrets, type Secrets } from "../../server/src/data/secrets-file.ts";
import { upgradeData } from "../../server/src/data/upgrade-data.ts";
import { firstRun, loadSeedWorld } from "../../server/src/first-run.ts";
import { createLog } from "../../server/src/log/log.ts";
import { serviceOver } from "../../server/src/service.ts";
import type { HostSettings } from "../../server/src/settings/settings.ts";
import { EmulatorsError } from "./error.ts";
import { PROJECT } from "./project.ts";

/** Creates the data file with the demo world on the first start. @returns its credentials. */
export async function prepareSqlite(settings: HostSettings): Promise<WorkspaceCredentials[]> {
  await upgradeData(settings.dataFolder, createLog("silent"));
  await firstRun(settings);
  if (!existsSync(dataFile(settings.dataFolder))) return [];
  // Opened for writing, so that newly declared indexes are built.
  const { store, encryptionKey } = await openData(settings.dataFolder);
  try {
    return await readCredentials(store, encryptionKey);
  } finally {
    await store.close();
  }
}

/** Loads the demo world into the empty emulator at `host:port`. @returns its credentials. */
export async function prepareFirestore(settings: HostSettings, address: string): Promise<WorkspaceCredentials[]> {
  // Keeps the client from looking for credentials, and for Google's metadata server on the network.
  process.env.FIRESTORE_EMULATOR_HOST = address;
  process.env.METADATA_SERVER_DETECTION = "none";
  const firestore = new Firestore({ projectId: PROJECT });
  try {
    const store = firestoreStore({ firestore, tree, indexes });
    return await fillStore(store, settings, await readOrMakeSecrets(secretsFile(settings.dataFolder)));
  } finally {
    await firestore.terminate();
  }
}

/** Loads the demo world if the store is empty. @returns its credentials. */
export async function fillStore(store: Store, settings: HostSettings, { encryptionKey, signingKeys }: Secrets) {
  const { docs } = await store.query({ collection: "workspaces", limit: 1 });
  if (docs.length === 0 && settings.seed === "world") {
    const keys = importSigningKeys(signingKeys);
    const data = { store, encryptionKey, userTokenKeys: () => keys };
    await loadSeedWorld(serviceOver(data, settings, createLog("silent")).context);
  }
  return readCredentials(store, encryptionKey).catch(() => {
    throw new EmulatorsError(
      `The data in the Firestore emulator was created with other secrets than those in ${settings.dataFolder}. Empty the emulator, or name the folder that belongs to it with --data.`,
    );
  });
}
