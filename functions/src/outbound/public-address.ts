import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address belongs to a single host on the public internet: not private, local, shared, reserved, for
 * documentation or multicast, and not embedding another address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  // A zone, as in `fe80::1%eth0`, makes any address local.
  if (address.includes("%") || isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || !NOT_PUBLIC.some((block) => parsed.match(block));
}

/** IPv6 blocks that the library counts as unicast: only 2000::/3 is allocated, and parts of it are not for hosts. */
const NOT_PUBLIC = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
].map(([address, bits]) => [ipaddr.IPv6.parse(address as string), bits] as [ipaddr.IPv6, number]);
