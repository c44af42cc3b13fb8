import { type StoredSigningKey, USER_TOKEN_SECONDS } from "./user-token.ts";

/** Maximum clock skew, and maximum time until a deployment has brought a new key to every process, in ms. */
export const LEEWAY = 10 * 60 * 1000;
/** How long a key still verifies after it has stopped signing, in ms: the lifetime of a token plus the leeway. */
export const KEY_OVERLAP = USER_TOKEN_SECONDS * 1000 + LEEWAY;

/** The state of a key at a given moment. Times are in ms since 1970. */
export interface KeyState {
  key: StoredSigningKey;
  /** `next` is published but does not sign yet; `verifies` no longer signs; `over` is out of use. */
  state: "next" | "signs" | "verifies" | "over";
  signsFrom?: number | undefined;
  /** When it stops verifying; omitted if no end is set. */
  verifiesUntil?: number | undefined;
}

/**
 * The state of each key. The list starts with the newest: each key signs until the start time of the key before it in
 * the list. A key is published before it signs, so that every verifier has it by then.
 * @param now ms since 1970.
 */
export function keyStates(keys: readonly StoredSigningKey[], now: number): KeyState[] {
  let stops: number | undefined;
  const signing = keys.findIndex(({ signsFrom = 0 }) => signsFrom <= now);
  // If the clock was set back, no key may have reached its start time; then the oldest one signs.
  const signer = signing < 0 ? keys.length - 1 : signing;
  return keys.map((key, i) => {
    const { signsFrom } = key;
    const verifiesUntil = stops === undefined ? undefined : stops + KEY_OVERLAP;
    stops = signsFrom ?? stops;
    const isOver = i > signer && verifiesUntil !== undefined && verifiesUntil <= now;
    const state = i < signer ? "next" : i === signer ? "signs" : isOver ? "over" : "verifies";
    return { key, state, signsFrom, verifiesUntil };
  });
}

/** The keys in use, the signing key first. */
export function keysAt(keys: readonly StoredSigningKey[], now: number): StoredSigningKey[] {
  const states = keyStates(keys, now);
  const keysIn = (wantedState: KeyState["state"]) =>
    states.filter(({ state }) => state === wantedState).map(({ key }) => key);
  return [...keysIn("signs"), ...keysIn("next"), ...keysIn("verifies")];
}

/**
 * Adds a new key that signs from `signsFrom` on, and removes the keys that are out of use.
 * @param signsFrom ms since 1970.
 */
export function rotateKeys(
  keys: readonly StoredSigningKey[],
  fresh: StoredSigningKey,
  { now, signsFrom }: { now: number; signsFrom: number },
): StoredSigningKey[] {
  const activeStates = keyStates(keys, now).filter(({ state }) => state !== "over");
  return [{ ...fresh, signsFrom }, ...activeStates.map(({ key }) => key)];
}
