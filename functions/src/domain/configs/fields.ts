import * as z from "zod";

/** A secret of another service, of up to the length of a long JSON Web Token. */
export const Secret = z.string().max(4000);

/** A web address, or the empty string for none. */
export const UrlOrNone = z
  .string()
  .max(2000)
  .refine((url) => url === "" || isWebUrl(url), "must be a valid http(s) URL.");

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol);
}
