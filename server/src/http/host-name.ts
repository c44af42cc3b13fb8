import { isIP } from "node:net";

/** Host name in a `Host` header, in lower case, without port and brackets. */
export function hostName(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");
}

/** Whether nobody else can have the name lead to this machine: it is an address, or `localhost`. */
export function isFixedName(name: string): boolean {
  return isIP(name) !== 0 || name === "localhost";
}
