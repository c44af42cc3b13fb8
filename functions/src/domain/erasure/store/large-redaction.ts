import type { DataSubjects } from "#domain/erasure/redact-user";
import type { HeavyWork } from "#src/heavy-work";
import type { Doc } from "#store/port";
import { type Redaction, redactDoc, type Traits, traitsIn } from "./redaction.ts";

/** A document, and the people who are removed from it. */
export interface DocRedaction {
  doc: Doc;
  subjects: DataSubjects;
}

/** Redacting takes so many times as long as parsing, which decides what goes to a thread. */
const TIMES = 4;

/** As `traitsIn`, for a large document in another thread. */
export async function findTraits(heavyWork: HeavyWork, doc: Doc, subjects: DataSubjects): Promise<Traits[]> {
  return isLarge(heavyWork, doc) ? heavyWork.run<Traits[]>("traitsInDoc", { doc, subjects }) : traitsIn(doc, subjects);
}

/** As `redactDoc`, for a large document in another thread. */
export async function redact(heavyWork: HeavyWork, doc: Doc, subjects: DataSubjects): Promise<Redaction> {
  return isLarge(heavyWork, doc)
    ? heavyWork.run<Redaction>("redactLargeDoc", { doc, subjects })
    : redactDoc(doc, subjects);
}

/** A task of the threads. */
export function traitsInDoc({ doc, subjects }: DocRedaction): Traits[] {
  return traitsIn(doc, subjects);
}

/** A task of the threads. */
export function redactLargeDoc({ doc, subjects }: DocRedaction): Redaction {
  return redactDoc(doc, subjects);
}

/** Whether a document has so much text that redacting it would keep the event loop. */
function isLarge(heavyWork: HeavyWork, { data }: Doc): boolean {
  const texts = Object.values(data).filter((value) => typeof value === "string");
  return heavyWork.isHeavy(TIMES * texts.reduce((sum, { length }) => sum + length, 0));
}
