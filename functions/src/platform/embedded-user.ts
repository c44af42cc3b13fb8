import * as z from "zod";
import { Id, Name } from "./fields.ts";
import { depthOf, MAX_JSON_DEPTH } from "./free-json.ts";

/** A user inside of another resource: who wrote, acted or is named. Further fields are the customer's own and come back. */
export const EmbeddedUser = z
  .looseObject({ userId: Id, name: Name.optional(), email: z.email().max(320).optional() })
  .refine((user) => depthOf(user) <= MAX_JSON_DEPTH, `must not nest deeper than ${MAX_JSON_DEPTH} levels.`);
export type EmbeddedUser = z.infer<typeof EmbeddedUser>;
