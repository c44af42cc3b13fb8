import { initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import { projectID } from "firebase-functions/params";
import { mailServerOf } from "#domain/mail/mail-settings";
import { SigningKeys } from "#domain/tokens/signing-keys";
import { quotaSettings } from "#domain/workspaces/quota";
import { lazyOutbound } from "#outbound/lazy";
import { CloudTasksQueue } from "#queue/cloud-tasks";
import { CloudTasksReceiver } from "#queue/cloud-tasks-receiver";
import { type CloudTasksSettings, queueIds } from "#queue/cloud-tasks-request";
import { type Context, createContext, type MailSettings, type QuotaSettings } from "#src/context";
import { declaredJobs } from "#src/jobs";
import { firestoreStore } from "#store/firestore/adapter";
import { hostTiming } from "#store/firestore/timing";
import type { Store } from "#store/port";
import { RecentStore } from "#store/recent-store";
import { type IndexFile, tree } from "#store/tree";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };
import { cloudLog } from "./log.ts";
import * as parameters from "./parameters.ts";

/** Minimum time between two calls of a client that sends its cursor position, in ms: each call is billed. */
const AWARENESS_INTERVAL = 2000;

/** The objects that all functions of one process share. */
export interface CloudService {
  context: Context;
  queue: CloudTasksQueue;
  receiver: CloudTasksReceiver;
}

const MIB = 1024 * 1024;

const { indexes } = indexFile as IndexFile;

/** Returns the service of this process. Rejects when it can't be opened; the next call tries again. */
export type ServiceSource = () => Promise<CloudService>;

/** Opens something on the first call and shares it with later calls. After a failure the next call tries again. */
export function shareOpening<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

/**
 * Opens the service. Call it with the first request at the earliest: until then, parameters and secrets have no values.
 */
export async function openCloudService(): Promise<CloudService> {
  const isEmulated = process.env.FUNCTIONS_EMULATOR === "true";
  // Secrets are read first: they are most likely to be missing, and the store can't be opened twice.
  const encryptionKey = readEncryptionKey();
  const signingKeys = readSigningKeys();
  const queue = new CloudTasksQueue({
    context: (): Context => context,
    settings: await tasksSettings(isEmulated),
    emulator: isEmulated ? process.env.CLOUD_TASKS_EMULATOR_HOST : undefined,
  });
  const context = createContext({
    store: await openStore(),
    queue,
    settings: {
      headerBrand: parameters.headerBrand.value(),
      issuer: parameters.tokenIssuer.value(),
      allowWorkspaceCreate: isEmulated || parameters.allowWorkspaceCreate.value(),
      // Firebase Hosting forwards no other cookie.
      sessionCookie: "__session",
      hasInspectors: false,
      countsUsage: false,
      awarenessInterval: AWARENESS_INTERVAL,
      viewersAreVisible: parameters.viewersAreVisible.value(),
      crdtEventDelay: parameters.crdtEventSeconds.value() * 1000,
      rateLimits: {
        apiKey: parameters.rateLimits.apiKey.value(),
        workspace: parameters.rateLimits.workspace.value(),
        public: parameters.rateLimits.public.value(),
        user: parameters.rateLimits.user.value(),
        allUsers: parameters.rateLimits.allUsers.value(),
      },
      streams: {
        perKey: parameters.streamLimits.perKey.value(),
        perUser: parameters.streamLimits.perUser.value(),
        perAddress: parameters.streamLimits.perAddress.value(),
        perProcess: parameters.streamLimits.perProcess.value(),
      },
      mail: readMail(),
      bodyBudget: parameters.bodyBudget.value() * MIB,
      quotas: { apiKey: readQuota(parameters.quota), user: readQuota(parameters.userQuota) },
    },
    log: cloudLog,
    outbound: lazyOutbound(isEmulated),
    encryptionKey,
    userTokenKeys: () => signingKeys.current(),
    publicAddress: async () => parameters.publicUrl.value().replace(/\/+$/, "") || hostingAddress(isEmulated),
  });
  const receiver = new CloudTasksReceiver({ context: () => context, jobs: declaredJobs, queue });
  return { context, queue, receiver };
}

function readQuota({ documents, mib, writesPerDay }: typeof parameters.quota): QuotaSettings {
  const bytes = mib.value() * MIB;
  return quotaSettings({ documents: documents.value(), bytes, writesPerDay: writesPerDay.value() });
}

function readMail(): MailSettings {
  const server = mailServerOf(parameters.smtpUrl.value(), parameters.mailFrom.value());
  if (typeof server === "string") throw new Error(server);
  const { mailsPerMinute, mailsPerRecipient } = parameters;
  return { ...server, hasMailbox: false, perMinute: mailsPerMinute.value(), perRecipient: mailsPerRecipient.value() };
}

/** The kind of store: Firestore, or in the emulator suite a SQLite file if `ATRIUM_STORE` is `sqlite`. */
export function storeKind(): Store["kind"] {
  return process.env.FUNCTIONS_EMULATOR === "true" && process.env.ATRIUM_STORE === "sqlite" ? "sqlite" : "firestore";
}

async function openStore(): Promise<Store> {
  if (storeKind() === "sqlite") {
    const { openSqliteStore } = await import("#store/sqlite/adapter");
    return openSqliteStore({ file: process.env.ATRIUM_STORE_FILE ?? "", tree, indexes });
  }
  return new RecentStore(firestoreStore({ firestore: getFirestore(initializeApp()), tree, indexes }), hostTiming);
}

/** The address of the project's hosting; undefined in the emulators, whose address others can't reach. */
function hostingAddress(isEmulated: boolean): string | undefined {
  return isEmulated ? undefined : `https://${projectID.value()}.web.app`;
}

/** The address below which each function of the project has its own, without hosting in front of it. */
export function functionsAddress(): string {
  return `https://${parameters.region.value()}-${projectID.value()}.cloudfunctions.net`;
}

async function tasksSettings(isEmulated: boolean): Promise<CloudTasksSettings> {
  const project = projectID.value();
  const location = parameters.region.value();
  const serviceAccount = isEmulated ? "" : parameters.tasksAccount.value() || (await functionsAccount());
  const queues = Object.fromEntries(declaredJobs.map((job) => [job.name, queueIds(job)]));
  return { project, location, queues, baseUrl: functionsAddress(), serviceAccount };
}

/** E-mail address of the functions' service account, from the metadata server. @throws Error if it does not answer. */
async function functionsAccount(): Promise<string> {
  const url = "http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/email";
  const reply = await fetch(url, { headers: { "metadata-flavor": "Google" } });
  if (!reply.ok) throw new Error(`the metadata server answered ${reply.status}; set ATRIUM_TASKS_ACCOUNT`);
  return reply.text();
}

function readEncryptionKey(): Uint8Array {
  const key = Buffer.from(parameters.encryptionKey.value(), "base64");
  if (key.length !== 32) throw new Error("the secret ATRIUM_ENCRYPTION_KEY must be 32 bytes in base64");
  return key;
}

/** The secret is constant while the process lives, but the signing key changes over time. */
function readSigningKeys(): SigningKeys {
  try {
    return new SigningKeys(
      () => JSON.parse(parameters.signingKeys.value()),
      Date.now,
      () => performance.now(),
    );
  } catch {
    // The cause is left out because its message would quote the secret.
    throw new Error("the secret ATRIUM_SIGNING_KEYS must be a JSON list of private keys");
  }
}
