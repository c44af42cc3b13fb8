import type { Random } from "./random.ts";
import type { Document, Person } from "./records.ts";

/** How many records of each kind an organization has. Its first member takes part in many of them. */
export interface CollaborationPlan {
  organizationId: string;
  documents: readonly Document[];
  members: readonly Person[];
  talk: "publishing" | "code";
  threads: number;
  notifications: number;
  /** Members with notification settings. */
  choosers: number;
  /** Number of documents that people have or recently had open; the first has the most records. */
  openDocuments: number;
}

/** Random people, and at regular intervals the first member. */
export function participants(random: Random, { members }: CollaborationPlan, count: number, n: number): Person[] {
  const people = random.sample(members, count);
  const [first] = members;
  return n % 5 === 0 && first ? [first, ...people.filter((person) => person !== first)].slice(0, count) : people;
}
