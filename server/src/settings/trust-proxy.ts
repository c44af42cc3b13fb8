import { isIP } from "node:net";
import { compile } from "@fastify/proxy-addr";
import { type Environment, SettingsError } from "./environment.ts";

/** Whether an address is a trusted proxy. @param hop 0 is the peer, 1 the one before it. */
export type TrustProxy = false | ((address: string, hop: number) => boolean);

/** Maximum number of proxies in a row: each costs a comparison before authentication. */
const MAX_HOPS = 16;
const NAMED_RANGES = ["loopback", "linklocal", "uniquelocal"];

/**
 * Reads `TRUST_PROXY`: addresses, CIDRs and the names loopback, linklocal and uniquelocal, separated by commas, or a
 * number of hops. A number trusts every peer, so only the proxy may be able to reach the port.
 * @throws SettingsError
 */
export function readTrustProxy(environment: Environment): TrustProxy {
  const text = environment.get("TRUST_PROXY")?.trim() ?? "0";
  if (/^\d{1,9}$/.test(text)) return trustHops(Number(text));
  try {
    const trusts = compile(text.split(",").map(checkEntry));
    return (address, hop) => hop < MAX_HOPS && trusts(address, hop);
  } catch (error) {
    throw new SettingsError(
      `TRUST_PROXY must be the proxies' addresses or CIDRs with commas between them, or a number of hops, not "${text}" (${(error as Error).message}).`,
    );
  }
}

/** The library would also accept short forms of IPv4 addresses, in which `1.5` is 1.0.0.5. */
function checkEntry(text: string): string {
  const entry = text.trim();
  const [address = ""] = entry.split("/", 1);
  if (isIP(address) === 0 && !NAMED_RANGES.includes(entry)) throw new TypeError(`invalid IP address: ${address}`);
  return entry;
}

function trustHops(hops: number): TrustProxy {
  if (hops > MAX_HOPS) throw new SettingsError(`TRUST_PROXY must be at most ${MAX_HOPS} hops, not ${hops}.`);
  return hops > 0 && ((_address, hop) => hop < hops);
}
