import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** A secret of another service, such as a password or a token. */
export const Secret = z.string().check(maxCharacters(4000));
