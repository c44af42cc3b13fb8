import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** A secret for another service, such as a token. It is sent in a header, so it must be Latin-1 without line breaks. */
export const Secret = z
  .string()
  .regex(
    /^[ -~\u00a0-\u00ff]*$/,
    "must consist of characters that a header can carry: Latin-1 without control characters.",
  )
  .check(maxCharacters(4000));
