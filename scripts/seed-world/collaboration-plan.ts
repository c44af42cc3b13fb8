import type { Random } from "./random.ts";
import type { Document, Person } from "./records.ts";

/** How much of each kind an organization has. The first of its members takes part in much of it. */
export interface CollaborationPlan {
  organizationId: string;
  documents: readonly Document[];
  members: readonly Person[];
  talk: "publishing" | "code";
  threads: number;
  notifications: number;
  /** Members who have chosen what they are notified of. */
  choosers: number;
  /** Documents that people have open or have had open lately; the first of them has the most. */
  openDocuments: number;
}

/** People by chance, the first of the members among them every so many times. */
export function participants(random: Random, { members }: CollaborationPlan, count: number, n: number): Person[] {
  const people = random.sample(members, count);
  const [first] = members;
  return n % 5 === 0 && first ? [first, ...people.filter((person) => person !== first)].slice(0, count) : people;
}
