import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** Finds all addresses of a host name, as `dns.lookup` does. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Timeout of the first query to a name server, in ms. The second waits longer. */
const QUERY_TIMEOUT = 2000;
/** Queries to each name server. */
const TRIES = 2;
/** Codes for names that have no address of a kind, whoever is asked. */
const MISSING = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/**
 * Creates a lookup in the public DNS. It asks the name servers itself: `dns.lookup` uses one of two threads of the
 * process per name, so customers' names whose servers never answer would hold up all others for minutes. It does not
 * read the hosts file, which names machines of the own network.
 * @param nameServers replace those of the system, such as `127.0.0.1:5353`, for tests.
 * @returns a lookup that gives IPv4 addresses first, and fails with ENOTFOUND or EAI_AGAIN.
 */
export function publicLookup(nameServers?: readonly string[]): Lookup {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT, tries: TRIES });
  if (nameServers) resolver.setServers(nameServers);
  return async (hostname, _options, done) => {
    // Name servers know nothing of this name, which always means this machine.
    if (/(^|\.)localhost\.?$/.test(hostname)) return done(null, [{ address: "127.0.0.1", family: 4 }]);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
    if (addresses.length > 0) return done(null, addresses);
    const isMissing = [v4, v6].every((result) => result.status === "fulfilled" || MISSING.has(result.reason.code));
    const code = isMissing ? "ENOTFOUND" : "EAI_AGAIN";
    done(Object.assign(new Error(`${code} ${hostname}`), { code }), []);
  };
}

function addressesOf(result: PromiseSettledResult<string[]>, family: number): LookupAddress[] {
  return result.status === "fulfilled" ? result.value.map((address) => ({ address, family })) : [];
}
