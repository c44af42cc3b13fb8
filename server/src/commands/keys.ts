import { text } from "node:stream/consumers";
import type { AuditAction } from "@atrium/functions/domain/audit/action";
import { recordForAll } from "@atrium/functions/domain/audit/store/record-for-all";
import { LEEWAY, rotateKeys } from "@atrium/functions/domain/tokens/signing-key-rotation";
import type { StoredSigningKey } from "@atrium/functions/domain/tokens/user-token";
import { Command } from "commander";
import { openData, requireData, secretsFile } from "../data/data-folder.ts";
import { changeSigningKeys, newSigningKeys, readSecrets } from "../data/secrets-file.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print } from "./options/data.ts";
import { wholeNumberFrom } from "./options/whole-number.ts";
import { describeKeys, describeStoredKeys, parseKeys } from "./output/key-list.ts";

type KeyOptions = DataOptions & { stdin?: true };
type Change = (storedKeys: StoredSigningKey[]) => Promise<StoredSigningKey[]>;

/** `keys`: manages the keys that sign user tokens. */
export function keysCommand(): Command {
  return new Command("keys")
    .description("list, rotate or reset the keys that sign user tokens")
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(resetCommand());
}

function listCommand(): Command {
  return keyCommand("keys list", "show which key signs, and until when the others verify").action(
    async (options: KeyOptions) => {
      const storedKeys = options.stdin
        ? parseKeys(await text(process.stdin))
        : readSecrets(keysFile(options)).signingKeys;
      printKeys(options, storedKeys);
    },
  );
}

function rotateCommand(): Command {
  return keyCommand("keys rotate", "add a key that is published at once and signs a little later")
    .option("--in <minutes>", "minutes until it signs", wholeNumberFrom(0), LEEWAY / 60_000)
    .addHelpText(
      "after",
      "\nTokens stay valid: the previous key verifies until 48 hours and 10 minutes after it stops signing.",
    )
    .action((options: KeyOptions & { in: number }) =>
      change(options, "signingKey.rotate", async (storedKeys) => {
        const now = Date.now();
        const [fresh] = (await newSigningKeys()) as [StoredSigningKey];
        return rotateKeys(storedKeys, fresh, { now, signsFrom: now + options.in * 60_000 });
      }),
    );
}

function resetCommand(): Command {
  return keyCommand(
    "keys reset",
    "replace all keys with a new one: every user token becomes invalid, in a running server within a second",
  )
    .option("--yes", "confirm that all user tokens become invalid")
    .action(async (options: KeyOptions & { yes?: true }) => {
      if (!options.yes)
        throw new CommandError("This invalidates the tokens of all users of all tenants. Add --yes to do it.");
      await change(options, "signingKey.reset", newSigningKeys);
    });
}

function keyCommand(path: string, description: string): Command {
  const secret = "ATRIUM_SIGNING_KEYS";
  return dataCommand(path, description, path + (path.endsWith("reset") ? " --yes" : ""))
    .option("--stdin", "read the keys of a deployment from standard input and print the result")
    .addHelpText(
      "after",
      path.endsWith("list")
        ? `  $ firebase functions:secrets:access ${secret} | npx atrium ${path} --stdin`
        : `  $ firebase functions:secrets:access ${secret} | npx atrium ${path}${path.endsWith("reset") ? " --yes" : ""} --stdin | firebase functions:secrets:set ${secret} --data-file -`,
    );
}

async function change(options: KeyOptions, action: AuditAction, body: Change): Promise<void> {
  if (!options.stdin) return printKeys(options, await changeRecorded(options, action, body));
  if (process.stdout.isTTY)
    throw new CommandError("A terminal may keep what it shows. Pipe the keys to where they are stored.");
  // A line break at the end would be stored as part of the secret.
  process.stdout.write(JSON.stringify(await body(parseKeys(await text(process.stdin)))));
}

/**
 * The keys are in a file, so no transaction covers them and their audit records. The records are written first, so that
 * no change lacks one.
 */
async function changeRecorded(options: KeyOptions, action: AuditAction, body: Change): Promise<StoredSigningKey[]> {
  const file = keysFile(options);
  const { store } = await openData(options.data);
  try {
    return await changeSigningKeys(file, async (storedKeys) => {
      const changed = await body(storedKeys);
      const target = { signingKeyId: changed.map(({ kid }) => kid) };
      await recordForAll(store, { action, actor: { type: "operator" }, target, fields: [] }, Date.now());
      return changed;
    });
  } finally {
    await store.close();
  }
}

function printKeys(options: KeyOptions, storedKeys: readonly StoredSigningKey[]): void {
  const keys = describeStoredKeys(storedKeys, Date.now());
  print(options, { keys }, describeKeys(keys));
}

function keysFile({ data }: DataOptions): string {
  requireData(data);
  return secretsFile(data);
}
