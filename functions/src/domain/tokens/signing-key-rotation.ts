import { type StoredSigningKey, USER_TOKEN_SECONDS } from "./user-token.ts";

/** How far clocks may be apart, and how long a deployment may take to bring a new key everywhere, in ms. */
export const LEEWAY = 10 * 60 * 1000;
/** How long a key verifies after it has stopped signing, in ms: the life of a token and the leeway. */
export const KEY_OVERLAP = USER_TOKEN_SECONDS * 1000 + LEEWAY;

/** What a key is good for at one moment. Times in ms since 1970. */
export interface KeyState {
  key: StoredSigningKey;
  /** `next` is published and does not yet sign; `verifies` signs no more; `over` is good for nothing. */
  state: "next" | "signs" | "verifies" | "over";
  signsFrom?: number | undefined;
  /** When it verifies no more; missing: no end is set. */
  verifiesUntil?: number | undefined;
}

/**
 * What each of the keys is good for. The list begins with the newest: each key signs until the one before it begins to.
 * A key is published before it signs, so that whoever verifies knows it by then.
 * @param now ms since 1970.
 */
export function keyStates(stored: readonly StoredSigningKey[], now: number): KeyState[] {
  let stops: number | undefined;
  const signing = stored.findIndex(({ signsFrom = 0 }) => signsFrom <= now);
  // Of keys that all begin later, the oldest has to sign: the clock was set back.
  const signer = signing < 0 ? stored.length - 1 : signing;
  return stored.map((key, i) => {
    const { signsFrom } = key;
    const verifiesUntil = stops === undefined ? undefined : stops + KEY_OVERLAP;
    stops = signsFrom ?? stops;
    const isOver = i > signer && verifiesUntil !== undefined && verifiesUntil <= now;
    const state = i < signer ? "next" : i === signer ? "signs" : isOver ? "over" : "verifies";
    return { key, state, signsFrom, verifiesUntil };
  });
}

/** The keys that are good for something: the one that signs first. */
export function keysAt(stored: readonly StoredSigningKey[], now: number): StoredSigningKey[] {
  const states = keyStates(stored, now);
  const keysThat = (is: KeyState["state"]) => states.filter(({ state }) => state === is).map(({ key }) => key);
  return [...keysThat("signs"), ...keysThat("next"), ...keysThat("verifies")];
}

/**
 * The list with a new key that signs from a time on. What is over is left out.
 * @param signsFrom ms since 1970.
 */
export function rotateKeys(
  stored: readonly StoredSigningKey[],
  fresh: StoredSigningKey,
  { now, signsFrom }: { now: number; signsFrom: number },
): StoredSigningKey[] {
  const kept = keyStates(stored, now).filter(({ state }) => state !== "over");
  return [{ ...fresh, signsFrom }, ...kept.map(({ key }) => key)];
}
