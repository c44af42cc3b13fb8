import { applicationDefault, initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import type { Log } from "#platform/observability/log";
import { type Context, createContext, type Settings } from "#src/context";
import { firestoreStore } from "#store/firestore/adapter";
import { type IndexFile, tree } from "#store/tree";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };

/** What an operator's command needs to access a deployment. */
export interface OperatorAccess {
  /**
   * Id of the Firebase project. Its database `(default)` is opened with the application default credentials of this
   * machine.
   */
  project: string;
  /** The deployment's secret `ATRIUM_ENCRYPTION_KEY`: 32 bytes. */
  encryptionKey: Uint8Array;
  settings: Settings;
  log: Log;
}

/**
 * The context of a command that creates or changes workspaces, API keys and tokens of a deployment. It can't start
 * tasks, make outbound calls or sign user tokens: it throws if code tries to. Close its store after use. Rejects if
 * this machine has no credentials.
 */
export async function operatorContext({ project, ...parts }: OperatorAccess): Promise<Context> {
  // Without credentials the client would fail in a promise that can't be caught. An emulator needs none.
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
