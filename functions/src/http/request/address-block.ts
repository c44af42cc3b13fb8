import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * What a limit per address counts: an IPv4 address, or the /64 of an IPv6 one, since every customer of a provider has at
 * least that many addresses. Anything else stands for itself.
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
