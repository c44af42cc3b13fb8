import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** A template of http(s) addresses at which people find a document. */
export const DocumentUrl = z
  .string()
  .check(maxCharacters(2000))
  .regex(/^https?:\/\/[^\s<>|]+$/, "must begin with https:// or http://, and have no spaces.");
