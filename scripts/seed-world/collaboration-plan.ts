import type { Random } from "./random.ts";
import type { Document, Person } from "./records.ts";

/** How many records of each kind an organization has. The first of its members takes part in many of them. */
export interface CollaborationPlan {
  organizationId: string;
  documents: readonly Document[];
  members: readonly Person[];
  talk: "publishing" | "code";
  threads: number;
  notifications: number;
  /** Members with notification settings. */
  choosers: number;
  /** Documents that people have open or had open recently; the first of them has the most. */
  openDocuments: number;
}

/** Random people, and regularly the first of the members. */
export function participants(random: Random, { members }: CollaborationPlan, count: number, n: number): Person[] {
  const people = random.sample(members, count);
  const [first] = members;
  return n % 5 === 0 && first ? [first, ...people.filter((person) => person !== first)].slice(0, count) : people;
}
