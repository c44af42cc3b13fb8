import { Command } from "commander";
import { newEncryptionKey, newSigningKeys } from "../data/secrets-file.ts";
import { CommandError } from "./command-error.ts";

const makers: Record<string, () => string | Promise<string>> = {
  "encryption-key": newEncryptionKey,
  "signing-keys": async () => JSON.stringify(await newSigningKeys()),
};

/** `secrets new`: creates the secrets of a deployment, which a data folder on one machine creates by itself. */
export function secretsCommand(): Command {
  const make = new Command("new")
    .description("print a new secret for a deployment; pipe it to where it is stored")
    .argument("<which>", Object.keys(makers).join(" or "))
    .option("--show", "print it even on a terminal")
    .addHelpText(
      "after",
      "\nExample:\n  $ npx atrium secrets new encryption-key | firebase functions:secrets:set ATRIUM_ENCRYPTION_KEY --data-file -" +
        "\n  $ npx atrium secrets new signing-keys | firebase functions:secrets:set ATRIUM_SIGNING_KEYS --data-file -" +
        "\n\nThe secret is stored nowhere else. Without the encryption key the stored credentials can't be read.",
    )
    .action(async (which: string, { show }: { show?: true }) => {
      const maker = makers[which];
      if (!maker) throw new CommandError(`There is no secret "${which}", only ${Object.keys(makers).join(" and ")}.`);
      if (process.stdout.isTTY && !show)
        throw new CommandError(
          "A terminal may keep what it shows. Pipe the secret to where it is stored, or add --show.",
        );
      // A line break at the end would be stored as part of the secret.
      process.stdout.write(`${await maker()}${process.stdout.isTTY ? "\n" : ""}`);
    });
  return new Command("secrets").description("make new secrets for a deployment on Firebase").addCommand(make);
}
