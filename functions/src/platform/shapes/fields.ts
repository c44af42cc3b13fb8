import * as z from "zod";
import { contractCheck, contractNote, maxCharacters } from "./contract-check.ts";
import { MAX_ID_BYTES, MAX_IN } from "./limits.ts";
import { list } from "./list.ts";

const white = "\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const control = "\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff";
/** Optional white space, then another character; no control characters or lone surrogates. Matches in linear time. */
const idPattern = new RegExp(`^[ ${white}]*[^ ${white}${control}][^${control}]*$`, "u");

/**
 * A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters.
 * Slashes, dots, `__proto__` and any script are allowed.
 */
export const Id = z
  .string()
  .min(1)
  .check(
    contractCheck({ pattern: idPattern.source }, (id: string) => idPattern.test(id), {
      message: (id) =>
        id.trim() === "" ? "must not be only white space." : "must be valid text without control characters.",
    }),
    contractCheck(
      { maxLength: MAX_ID_BYTES, "x-max-bytes": MAX_ID_BYTES },
      (id: string) => id.length * 3 <= MAX_ID_BYTES || Buffer.byteLength(id) <= MAX_ID_BYTES,
      `must be at most ${MAX_ID_BYTES} bytes long.`,
    ),
  );

/** A name shown to people. */
export const Name = z.string().min(1).check(maxCharacters(1000));

/** The beginning of a word of the name or the id; case and accents are ignored. */
export const SearchKey = z.string().check(maxCharacters(100));

/** A person's name as a directory holds it; empty if there is none. */
export const PersonName = z.string().check(maxCharacters(1000));

/** An e-mail address as a directory holds it, which may be one of an intranet; empty if there is none. */
export const Email = z.string().check(maxCharacters(320));

/** Several ids of one kind for a look-up: at most 30; repeated ids count once. */
export const Ids = idsOf(Id);

/** Like `Ids`, for ids of a kind that has its own form. */
export function idsOf<T extends z.ZodType<string | number>>(id: T): z.ZodArray<T> {
  return z
    .array(id)
    .overwrite((ids) => [...new Set(ids)])
    .min(1)
    .max(30)
    .check(contractNote({ "x-repeated-items": "count once" }));
}

/** Ids of resources that are costly to write: 1 to 30, without repeats. */
export const FewIds = list(Id, { unique: String, max: MAX_IN });

/** Ids of resources to write: 1 to 500. */
export const ManyIds = list(Id, { unique: String, max: 500 });

/** A `viewer` reads, an `editor` reads and writes. */
export const AccessRole = z.enum(["viewer", "editor"]);
export type AccessRole = z.infer<typeof AccessRole>;

/** Who may open a document or folder without a grant (docs/behaviour.md#access-types). */
export const AccessType = z.enum(["public", "organizationPrivate", "restricted"]);
export type AccessType = z.infer<typeof AccessType>;

/** Page size; numbers above 1,000 count as 1,000. */
export const PageSize = z
  .int()
  .min(1)
  .transform((size) => Math.min(size, 1000))
  .default(1000);

/** A page token of an earlier reply; an empty one asks for the first page. */
export const PageToken = z
  .string()
  .max(8000)
  .transform((token) => token || undefined);

/** Optional fields of a resource in the form an update accepts: an omitted field stays as it is, `null` removes it. */
export function removable<Fields extends { [name: string]: z.ZodOptional }>(
  fields: Fields,
): { [Name in keyof Fields]: z.ZodNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullable()])) as never;
}
