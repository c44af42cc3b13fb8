import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** A template for the http(s) addresses of documents. */
export const DocumentUrl = z
  .string()
  .check(maxCharacters(2000))
  .regex(/^https?:\/\/[^\s<>|]+$/, "must begin with https:// or http:// and contain no spaces.");
