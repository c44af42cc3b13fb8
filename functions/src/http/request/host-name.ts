import { BlockList, isIP } from "node:net";
import { header, type Request } from "./request.ts";

/** Host name in a `Host` header, in lower case, without port and brackets. */
export function hostName(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");
}

/** Whether nobody else can make the name resolve to this machine: it is an address, or `localhost`. */
export function isFixedName(name: string): boolean {
  return isIP(name) !== 0 || name === "localhost";
}

/** Whether only this machine reaches the address. False for every name but `localhost`: a name may mean any address. */
export function isLoopback(host: string): boolean {
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  const version = isIP(host);
  return version === 0 ? host === "localhost" : loopback.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** Headers that show forwarding by a proxy, besides all that begin with `x-forwarded`. */
const FORWARDING = [
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"],
  ...["cf-connecting-ip", "fastly-client-ip", "x-envoy-external-address", "x-original-forwarded-for"],
];

/**
 * Whether nothing about a request to a loopback address suggests that it comes from another machine: no forwarding
 * header, no foreign host name, which a page in a browser may resolve to this machine, and no HTTP/1.0, which little
 * but nginx still speaks.
 */
export function isFromThisMachine({ headers, httpVersion }: Pick<Request, "headers" | "httpVersion">): boolean {
  const isForwarded = Object.keys(headers).some((name) => name.startsWith("x-forwarded") || FORWARDING.includes(name));
  return !isForwarded && httpVersion !== "1.0" && isLoopback(hostName(header({ headers }, "host") ?? ""));
}
