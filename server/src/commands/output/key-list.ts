import { type KeyState, keyStates } from "@atrium/functions/domain/tokens/signing-key-rotation";
import { importSigningKeys, type StoredSigningKey } from "@atrium/functions/domain/tokens/user-token";
import { CommandError } from "../command-error.ts";

/** Public description of a key. Times are ISO 8601. */
export interface KeyDescription {
  kid: string;
  state: KeyState["state"];
  signsFrom?: string | undefined;
  verifiesUntil?: string | undefined;
}

/** Describes what each key is used for at `now` (ms since 1970). */
export function describeStoredKeys(storedKeys: readonly StoredSigningKey[], now: number): KeyDescription[] {
  return keyStates(storedKeys, now).map(({ key, state, signsFrom, verifiesUntil }) => ({
    kid: key.kid,
    state,
    ...(signsFrom !== undefined && { signsFrom: new Date(signsFrom).toISOString() }),
    ...(verifiesUntil !== undefined && { verifiesUntil: new Date(verifiesUntil).toISOString() }),
  }));
}

/** A line for each key. */
export function describeKeys(keys: readonly KeyDescription[]): string {
  return keys.map((key) => `  ${key.kid.padEnd(28)} ${describe(key)}`).join("\n");
}

function describe({ state, signsFrom, verifiesUntil }: KeyDescription): string {
  if (state === "next") return `signs from ${signsFrom}`;
  if (state === "signs") return verifiesUntil ? `signs; verifies until ${verifiesUntil}` : "signs";
  if (state === "verifies") return verifiesUntil ? `verifies until ${verifiesUntil}` : "verifies";
  return "over";
}

/** Reads the keys from the text of a deployment's secret. @throws CommandError */
export function parseKeys(json: string): StoredSigningKey[] {
  try {
    const keys = JSON.parse(json) as StoredSigningKey[];
    importSigningKeys(keys);
    return keys;
  } catch {
    // The cause is omitted: its message would quote the secret.
    throw new CommandError("Standard input must be a JSON list of private keys.");
  }
}
