import * as z from "zod";
import { contractCheck, furtherForms, maxCharacters } from "./contract-check.ts";

const host = "([A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?\\.){0,8}[A-Za-z][A-Za-z0-9]{0,30}";
const user = "([A-Za-z0-9._~!$&'()*+,;=:-]+@)?";
const port = "(:([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?";

/** The usual form of an address, which every URL parser accepts; hosts in other scripts are in punycode. */
const usual = `^https?://${user}(${host}|(1?[0-9]{1,2}\\.){3}1?[0-9]{1,2})${port}([/?#]\\S*)?$`;

const isWebUrl = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? "");
const message = "must be a valid http(s) URL.";

/** An http(s) address. The contract asks for the usual form; other forms that can be parsed are accepted too. */
export const WebUrl = z
  .string()
  .check(maxCharacters(2000), contractCheck({ pattern: usual, ...furtherForms }, isWebUrl, message));

/** An http(s) address; empty for none. */
export const UrlOrNone = z.string().check(
  maxCharacters(2000),
  contractCheck({ pattern: `^$|${usual}`, ...furtherForms }, (url: string) => url === "" || isWebUrl(url), message),
);

/** The address without its user name and password, or with `user` in their place; one without either stays as it is. */
export function withoutCredentials(url: string, user = ""): string {
  const parsed = new URL(url);
  if (!parsed.username && !parsed.password) return url;
  parsed.username = user;
  parsed.password = "";
  return parsed.href;
}

/** The address as shown to those who may not read its user name and password. */
export function hideCredentials(url: string): string {
  return withoutCredentials(url, "*****");
}

/** An address of any scheme. The contract asks for the usual form of a web address. */
export const AnyUrl = z
  .string()
  .check(maxCharacters(4000), contractCheck({ pattern: usual, ...furtherForms }, URL.canParse, "must be a valid URL."));
