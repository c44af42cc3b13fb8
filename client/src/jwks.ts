import { AtriumError } from "./error.ts";

/** A public key as JSON (RFC 7517). */
export interface PublicJwk {
  kid?: string;
  kty?: string;
  crv?: string;
  x?: string;
  [key: string]: unknown;
}

/** Public keys, in the format of `/.well-known/jwks.json`. */
export interface Jwks {
  keys: readonly PublicJwk[];
}

/** How long keys are cached if the server sets no time, in ms. */
const FRESH = 60_000;
/** Minimum time between requests when keys are cached, in ms, because anyone can forge a token with an unknown key id. */
const COOLDOWN = 10_000;
/** Longest wait for keys, in ms. */
const TIMEOUT = 10_000;
const MAX_SERVERS = 100;

interface Cached {
  jwks: Jwks | undefined;
  /** Ms since 1970. */
  asked: number;
  freshUntil: number;
  /** The pending request. */
  asking: Promise<void> | undefined;
}

/** By address. The keys of a server are the same for every caller. */
const cache = new Map<string, Cached>();

/**
 * The key with this id. An unknown id makes it fetch the keys again, because keys rotate.
 * @param source the keys or their address.
 * @throws AtriumError UNAVAILABLE if the keys can't be fetched and the key is not cached.
 */
export async function findKey(
  source: Jwks | string | URL,
  kid: string,
  { fetch, now }: { fetch: typeof globalThis.fetch; now: number },
): Promise<PublicJwk | undefined> {
  const find = (jwks: Jwks | undefined) => jwks?.keys.find((key) => key.kid === kid);
  if (typeof source === "object" && "keys" in source) return find(source);
  const url = String(source);
  const entry = cache.get(url) ?? { jwks: undefined, asked: 0, freshUntil: 0, asking: undefined };
  if (cache.size >= MAX_SERVERS) cache.clear();
  cache.set(url, entry);
  const mayAsk = !entry.jwks || now - entry.asked >= COOLDOWN;
  const isDue = mayAsk && (now >= entry.freshUntil || !find(entry.jwks));
  if (isDue) {
    entry.asking ??= renew(entry, url, fetch, now).finally(() => {
      entry.asking = undefined;
    });
    // Cached keys stay valid while the server is unreachable.
    await entry.asking.catch((error: unknown) => {
      if (!find(entry.jwks)) throw error;
    });
  }
  return find(entry.jwks);
}

async function renew(entry: Cached, url: string, fetch: typeof globalThis.fetch, now: number): Promise<void> {
  entry.asked = now;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    const jwks = (await response.json()) as Partial<Jwks>;
    if (!response.ok || !Array.isArray(jwks?.keys)) throw new Error(`status ${response.status}`);
    const maxAge = /max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1];
    entry.jwks = { keys: jwks.keys };
    entry.freshUntil = now + (maxAge === undefined ? FRESH : Number(maxAge) * 1000);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AtriumError(
      "UNAVAILABLE",
      `The public keys can't be read from ${url} (${reason}). It must be the server's /.well-known/jwks.json.`,
      { cause },
    );
  }
}
