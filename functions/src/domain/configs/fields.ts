import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** A secret of another service, of up to the length of a long JSON Web Token. */
export const Secret = z.string().check(maxCharacters(4000));
