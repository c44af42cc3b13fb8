import { applicationDefault, initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import type { Log } from "#platform/observability/log";
import { type Context, createContext, type Settings } from "#src/context";
import { firestoreStore } from "#store/firestore/adapter";
import { type IndexFile, tree } from "#store/tree";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };

/** What a command of the operator needs to work on a deployment. */
export interface OperatorAccess {
  /** Id of the Firebase project. Its database `(default)` is opened with the application default credentials of this machine. */
  project: string;
  /** The deployment's secret `ATRIUM_ENCRYPTION_KEY`: 32 bytes. */
  encryptionKey: Uint8Array;
  settings: Settings;
  log: Log;
}

/**
 * The context of a command that makes or changes workspaces, API keys and tokens of a deployment. It starts no tasks, calls
 * nobody and signs no user tokens: it throws where code asks for that. Close its store after use. Rejects when this machine has
 * no credentials.
 */
export async function operatorContext({ project, ...parts }: OperatorAccess): Promise<Context> {
  // Without credentials the client fails in a promise of its own, which nobody could catch. An emulator asks for none.
  if (!process.env.FIRESTORE_EMULATOR_HOST) await applicationDefault().getAccessToken();
  // Even with an emulator the client would look for the machine's account on the network.
  else process.env.METADATA_SERVER_DETECTION ??= "none";
  const firestore = getFirestore(initializeApp({ projectId: project }, project));
  return createContext({
    ...parts,
    store: firestoreStore({ firestore, tree, indexes: (indexFile as IndexFile).indexes }),
    queue: { add: refuse, start: refuse, drain: async () => {} },
    outbound: { post: refuse, close: async () => {} },
    userTokenKeys: refuse,
  });
}

function refuse(): never {
  throw new Error("This is left to the functions of the deployment.");
}
