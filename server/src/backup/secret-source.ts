import { readFileSync, statSync } from "node:fs";
import { CommandError } from "../commands/command-error.ts";
import { inShell } from "../commands/output/in-shell.ts";
import { type Environment, SettingsError } from "../settings/environment.ts";
import type { SealingSecret } from "./sealing-key.ts";

/** Source of the secret that seals backups. */
export type SecretSource = { passphrase: string } | { passphraseFile: string } | { keyFile: string };

const LEAST_PASSPHRASE = 8;
const LEAST_KEY = 32;
/** Mode bits of those who are neither the owner nor in the group. */
const EVERYBODY = 0o007;
const MOST_KEY = 1024 * 1024;

/** The source that the environment names; undefined if it names none. @throws SettingsError if it names more than one. */
export function readSecretSource(environment: Environment): SecretSource | undefined {
  const passphrase = environment.get("BACKUP_PASSPHRASE");
  const passphraseFile = environment.get("BACKUP_PASSPHRASE_FILE");
  const keyFile = environment.get("BACKUP_KEY_FILE");
  if ([passphrase, passphraseFile, keyFile].filter((one) => one !== undefined).length > 1)
    throw new SettingsError(
      "Set one of BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE and BACKUP_KEY_FILE, and unset the others.",
    );
  if (passphrase !== undefined) return { passphrase };
  if (passphraseFile !== undefined) return { passphraseFile };
  return keyFile === undefined ? undefined : { keyFile };
}

/** Reads the secret. @throws CommandError if it can't be read or is too short to be safe. */
export function readSecret(source: SecretSource): SealingSecret {
  if ("keyFile" in source) return { kind: "key file", bytes: readKey(source.keyFile) };
  const where = "passphraseFile" in source ? source.passphraseFile : undefined;
  const text = "passphrase" in source ? source.passphrase : readText(source.passphraseFile);
  return { kind: "passphrase", text: requireLong(text, where && ` in ${where}`) };
}

/**
 * A warning about a secret in a file that every user of the machine can read; undefined for any other. The file is the
 * operator's own, so its mode is left as it is, and a group may share it. Windows has no such modes.
 */
export function exposureWarning(source: SecretSource): string | undefined {
  const file = "keyFile" in source ? source.keyFile : "passphraseFile" in source ? source.passphraseFile : undefined;
  if (file === undefined || process.platform === "win32") return undefined;
  const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777;
  if (!(mode & EVERYBODY)) return undefined;
  return `Every user of this machine has access to ${file} (mode ${mode.toString(8)}), which opens the backups sealed with it. Run: chmod 600 ${inShell(file)}`;
}

/**
 * @returns the passphrase.
 * @throws CommandError if it is too short.
 * @param where the place where it is stored, for the message.
 */
export function requireLong(text: string, where = ""): string {
  if (text.length < LEAST_PASSPHRASE)
    throw new CommandError(
      `The passphrase${where} is too short: it must have at least ${LEAST_PASSPHRASE} characters.`,
    );
  return text;
}

/** Removes the line break at the end of the file, which editors add. */
function readText(file: string): string {
  return readSmall(file)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

function readKey(file: string): Buffer {
  const bytes = readSmall(file);
  if (bytes.length < LEAST_KEY)
    throw new CommandError(
      `The key file ${file} is too short: it must have at least ${LEAST_KEY} bytes. Create one with \`openssl rand -out ${inShell(file)} 32\`, unless backups were sealed with it: then copy it again from where you keep it.`,
    );
  return bytes;
}

function readSmall(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size > MOST_KEY) throw new Error("it is longer than 1 MiB");
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} can't be read (${(error as Error).message}).`);
  }
}
