import type { Command } from "commander";
import { askPassphrase } from "../../backup/ask-passphrase.ts";
import type { SealingSecret } from "../../backup/sealing-key.ts";
import { exposureWarning, readSecret, readSecretSource, type SecretSource } from "../../backup/secret-source.ts";
import { Environment } from "../../settings/environment.ts";
import { CommandError } from "../command-error.ts";
import { path } from "./path.ts";

/** Options of commands that seal or open files. */
export interface SealingOptions {
  passphraseFile?: string;
  keyFile?: string;
}

/** Adds the options that name the secret. */
export function withSealing(command: Command): Command {
  return command
    .option(
      "--passphrase-file <file>",
      "file with the passphrase (or set BACKUP_PASSPHRASE_FILE, or BACKUP_PASSPHRASE)",
      path,
    )
    .option(
      "--key-file <file>",
      "file with at least 32 random bytes, instead of a passphrase (or set BACKUP_KEY_FILE)",
      path,
    );
}

/**
 * The secret that the options or the environment name; undefined if neither names one. Warns about a file that every
 * user can read.
 * @throws CommandError, SettingsError
 */
export function findSecret({ passphraseFile, keyFile }: SealingOptions): SealingSecret | undefined {
  if (passphraseFile !== undefined && keyFile !== undefined)
    throw new CommandError("Give one of --passphrase-file and --key-file.");
  const fromOptions: SecretSource | undefined =
    passphraseFile !== undefined ? { passphraseFile } : keyFile !== undefined ? { keyFile } : undefined;
  const source = fromOptions ?? readSecretSource(new Environment(process.env));
  if (!source) return undefined;
  const secret = readSecret(source);
  const warning = exposureWarning(source);
  if (warning !== undefined) console.error(`atrium: ${warning}`);
  return secret;
}

/** The secret of `findSecret`, otherwise one typed on the terminal. @param isNew whether it is for a new file. */
export async function requireSecret(options: SealingOptions, { isNew }: { isNew: boolean }): Promise<SealingSecret> {
  const secret = findSecret(options);
  if (secret) return secret;
  if (process.stdin.isTTY && process.stderr.isTTY) return askPassphrase({ isNew });
  throw new CommandError(
    `A backup is sealed, because it contains the secrets of the data folder. Give ${isNew ? "a" : "its"} passphrase or key file with --passphrase-file or --key-file.`,
  );
}
