import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** A secret of another service, such as a password or a token. It is sent in a header, which carries no line breaks and only Latin-1. */
export const Secret = z
  .string()
  .regex(
    /^[ -~\u00a0-\u00ff]*$/,
    "must consist of characters that a header can carry: Latin-1 without control characters.",
  )
  .check(maxCharacters(4000));
