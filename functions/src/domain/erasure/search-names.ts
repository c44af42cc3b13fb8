import { nameOfAddress, nameOfTag } from "#platform/text/named-people";
import type { DataSubjects } from "./redact-user.ts";

/** The names by which a store finds the data subjects: ids, names, and the indexed forms of addresses and tags. */
export function searchNamesOf({ userIds, emails, names }: DataSubjects): string[] {
  const addresses = [...emails].flatMap((email) => nameOfAddress(email) ?? []);
  const called = [...userIds, ...names].flatMap((name) => [name, nameOfTag(name)]);
  return [...userIds, ...addresses, ...called].filter((name) => name !== "@");
}
