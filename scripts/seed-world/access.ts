import type { OrganizationPlan } from "./organization-plan.ts";
import type { Random } from "./random.ts";
import type { Person, WorldRecord } from "./records.ts";

/**
 * Expiry times of grants, in seconds (midnight UTC): some long past, the others far enough ahead to stay in the future.
 */
const PAST = ["2021-01-01", "2022-06-30", "2023-03-31", "2024-12-31"].map(toSeconds);
const FUTURE = ["2035-01-01", "2036-06-30", "2040-12-31"].map(toSeconds);

type Place = { folderId: string } | { documentId: string };

/**
 * Access to single folders and documents: memberships first, then grants. Each person has at most one of the two at
 * a place, so that it is clear which role decides.
 */
export function accessRecords(random: Random, plan: OrganizationPlan): WorldRecord[] {
  const { organizationId } = plan.organization;
  const takenKeys = new Set<string>();
  const records: WorldRecord[] = [];

  function take(person: Person, place: Place): boolean {
    const key = JSON.stringify([person.userId, place]);
    if (takenKeys.has(key)) return false;
    takenKeys.add(key);
    return true;
  }

  const people = [...plan.guests, ...random.sample(plan.members, Math.ceil(plan.documents.length / 8))];
  for (const { userId, name, email } of people) {
    const place = placeIn(random, plan);
    if (!take({ userId, name, email }, place)) continue;
    const accessRole = random.pick([undefined, "viewer", "editor"]);
    records.push({ kind: "user", organizationId, ...place, userId, name, email, accessRole });
  }

  for (let count = Math.ceil(plan.documents.length / 4); count > 0; count--) {
    const person = random.pick([...plan.members, ...plan.guests]);
    const place = placeIn(random, plan);
    if (!take(person, place)) continue;
    const accessRole = random.pick(["viewer", "editor"]);
    const expiresAt = random.pick([undefined, undefined, undefined, random.pick(PAST), random.pick(FUTURE)]);
    records.push({ kind: "grant", organizationId, ...place, userId: person.userId, accessRole, expiresAt });
  }
  return records;
}

function placeIn(random: Random, plan: OrganizationPlan): Place {
  if (random.chance(0.3)) return { folderId: random.pick(plan.folders).folderId };
  return { documentId: random.pickSkewed(plan.documents).documentId };
}

function toSeconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}
