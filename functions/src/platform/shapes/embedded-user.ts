import * as z from "zod";
import { Email, Id, PersonName } from "./fields.ts";
import { shallow } from "./free-json.ts";

/** A user inside another resource: an author, an actor or a mentioned user. Custom fields are kept and returned. */
export const EmbeddedUser = z
  .looseObject({ userId: Id, name: PersonName.optional(), email: Email.optional() })
  .check(shallow);
export type EmbeddedUser = z.infer<typeof EmbeddedUser>;
