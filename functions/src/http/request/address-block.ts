import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The unit by which limits per address count: an IPv4 address, or the /64 block of an IPv6 address, since providers
 * assign at least that many addresses to a customer. Any other text is returned unchanged.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
