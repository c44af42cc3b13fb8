import { nameOfAddress, nameOfTag } from "#platform/text/named-people";
import type { DataSubjects } from "./redact-user.ts";

/** By what a store finds the documents that name the data subjects: ids, names, and what stands around an `@` of a text. */
export function searchNamesOf({ userIds, emails, names }: DataSubjects): string[] {
  const addresses = [...emails].flatMap((email) => nameOfAddress(email) ?? []);
  const called = [...userIds, ...names].flatMap((name) => [name, nameOfTag(name)]);
  return [...userIds, ...addresses, ...called].filter((name) => name !== "@");
}
