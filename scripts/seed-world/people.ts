import { readFileSync } from "node:fs";
import type { Random } from "./random.ts";
import type { Person } from "./records.ts";

/** The person the demo acts as, with a plain id that needs no quoting in a shell. */
export const DEMO_USER_ID = "amelie.dubois@example.com";

/** All people in `people.tsv` (name, tab, Latin name) in random order, demo user first, with several kinds of ids. */
export function readPeople(random: Random): Person[] {
  const lines = readFileSync(new URL("people.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const people = random.sample(lines, lines.length).map((line, index) => {
    const [name = "", latinName = ""] = line.split("\t");
    const email = `${latinName}@${random.pick(["example.com", "example.org"])}`;
    return { userId: userIdOf(random, name, latinName, email, index), name, email };
  });
  const demoUser = people.find((person) => person.name === "Amélie Dubois");
  if (demoUser === undefined) throw new Error("The demo user is missing from people.tsv.");
  Object.assign(demoUser, { userId: DEMO_USER_ID, email: DEMO_USER_ID });
  return [demoUser, ...people.filter((person) => person !== demoUser)];
}

function userIdOf(random: Random, name: string, latinName: string, email: string, index: number): string {
  const custom = random.below(100);
  if (custom < 40) return email;
  if (custom < 60) return latinName.replaceAll(".", "-");
  if (custom < 75) return `usr_${random.base62(20)}`;
  if (custom < 85) return `staff/${String(index).padStart(4, "0")}`;
  if (custom < 93) return `oidc|${random.base62(12)}`;
  return name;
}

/** A person's optional fields in an organization, in addition to name and e-mail address. */
export function profileOf(random: Random, person: Person): Record<string, unknown> {
  const latinName = person.email.slice(0, person.email.indexOf("@"));
  const initials = Array.from(latinName.split("."), (part) => part.slice(0, 1).toUpperCase()).join("");
  return {
    initial: random.chance(0.15) ? initials : undefined,
    accessRole: random.chance(0.15) ? random.pick(["viewer", "editor"]) : undefined,
    title: random.chance(0.4) ? random.pick(TITLES) : undefined,
    color: random.chance(0.4) ? `#${random.below(0x1000000).toString(16).padStart(6, "0")}` : undefined,
    photoUrl: random.chance(0.4) ? `https://example.com/photos/${latinName}.jpg` : undefined,
  };
}

const TITLES = [
  "Editor",
  "Translator",
  "Lektorin",
  "Illustrator",
  "Rights manager",
  "Proofreader",
  "Directrice artistique",
  "编辑",
  "デザイナー",
  "Engineer",
];
