import * as z from "zod";
import { MAX_ID_BYTES } from "./limits.ts";
import { list } from "./list.ts";

/**
 * A client's id: 1 to 500 UTF-8 bytes of valid Unicode that is not only white space and has no control characters.
 * Slashes, dots, `__proto__` and any script are fine.
 */
export const Id = z
  .string()
  .min(1)
  .refine((id) => id.trim() !== "", "must not be only white space.")
  .refine(
    (id) => id.length * 3 <= MAX_ID_BYTES || Buffer.byteLength(id) <= MAX_ID_BYTES,
    `must be at most ${MAX_ID_BYTES} bytes long.`,
  )
  .refine((id) => id.isWellFormed() && !/\p{Cc}/u.test(id), "must be valid text without control characters.");

/** A name shown to people: 1 to 1,000 characters. */
export const Name = z.string().min(1).max(1000);

/** Several ids of one kind for a look-up: at most 30. */
export const Ids = z.array(Id).min(1).max(30);

/** Several ids to write to: at most 500. */
export const ManyIds = list(Id, { unique: String, max: 500 });

/** `viewer` reads, `editor` reads and writes. */
export const AccessRole = z.enum(["viewer", "editor"]);
export type AccessRole = z.infer<typeof AccessRole>;

/** Who may open a document or folder without a grant (docs/behaviour.md#access-types). */
export const AccessType = z.enum(["public", "organizationPrivate", "restricted"]);
export type AccessType = z.infer<typeof AccessType>;

/** Page size; more than 1,000 is served as 1,000. */
export const PageSize = z
  .int()
  .min(1)
  .transform((size) => Math.min(size, 1000))
  .default(1000);

/** A page token of an earlier reply. */
export const PageToken = z.string().min(1).max(8000);
