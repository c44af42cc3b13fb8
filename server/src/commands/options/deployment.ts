import { text } from "node:stream/consumers";
import type { Context } from "@atrium/functions/context";
import { createLog } from "../../log/log.ts";
import { readSettings } from "../../settings/settings.ts";
import { CommandError } from "../command-error.ts";

const KEY_BYTES = 32;

/**
 * Opens the deployment in a Firebase project, and closes it after `body`. Its encryption key is read from standard
 * input.
 * @throws CommandError if the key is missing or malformed, or the project can't be opened.
 */
export async function withDeployment<T>(project: string, body: (context: Context) => Promise<T>): Promise<T> {
  const encryptionKey = await readEncryptionKey();
  const { service: settings } = readSettings(process.env);
  // Loading the Firestore client takes longer than most commands run.
  const { operatorContext } = await import("@atrium/functions/cloud/operator-context");
  try {
    const context = await operatorContext({ project, encryptionKey, settings, log: createLog("silent") });
    try {
      return await body(context);
    } finally {
      await context.store.close();
    }
  } catch (error) {
    throw isRefusedAccess(error) ? new CommandError(accessAdvice(project, error)) : error;
  }
}

async function readEncryptionKey(): Promise<Uint8Array> {
  const advice =
    "Pipe the deployment's encryption key to this command: firebase functions:secrets:access ATRIUM_ENCRYPTION_KEY | npx atrium …";
  if (process.stdin.isTTY) throw new CommandError(advice);
  const key = Buffer.from((await text(process.stdin)).trim(), "base64");
  if (key.length !== KEY_BYTES)
    throw new CommandError(`Standard input does not contain a key of ${KEY_BYTES} bytes in base64. ${advice}`);
  return key;
}

/** Whether Firestore refused this machine's credentials (gRPC PERMISSION_DENIED, UNAUTHENTICATED), or there are none. */
function isRefusedAccess(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return ("code" in error && (error.code === 7 || error.code === 16)) || error.message.includes("default credentials");
}

const accessAdvice = (project: string, { message }: Error) =>
  `Firestore in the project ${project} refuses access (${message.split("\n")[0]}). Sign in with \`gcloud auth application-default login\` as somebody with the role roles/datastore.user.`;
