import { writeFileSync } from "node:fs";
import * as parameters from "@atrium/functions/cloud/parameters";
import { newEncryptionKey, newSigningKeys, type Secrets } from "../../server/src/data/secrets-file.ts";

/** The content of `.secret.local`, from which the functions emulator reads the secrets instead of Secret Manager. */
export function secretLines({ encryptionKey, signingKeys }: Secrets): string {
  return [
    `${parameters.encryptionKey.name}=${Buffer.from(encryptionKey).toString("base64")}`,
    `${parameters.signingKeys.name}='${JSON.stringify(signingKeys)}'`,
    "",
  ].join("\n");
}

/** Writes new secrets, readable only by their owner. @throws Error if the file exists. */
async function writeNewSecrets(file: string): Promise<void> {
  const secrets = {
    encryptionKey: Buffer.from(newEncryptionKey(), "base64"),
    signingKeys: await newSigningKeys(),
  };
  writeFileSync(file, secretLines(secrets), { mode: 0o600, flag: "wx" });
}

if (import.meta.main) void writeNewSecrets(process.argv[2] as string);
