import type { DataSubjects } from "#domain/erasure/redact-user";
import type { HeavyWork } from "#src/heavy-work";
import type { Doc } from "#store/port";
import { type Redaction, redactDoc, type Traits, traitsIn } from "./redaction.ts";

/** A document, and the people to remove from it. */
export interface DocRedaction {
  doc: Doc;
  subjects: DataSubjects;
}

/** Redacting takes this many times as long as parsing. Decides which documents go to a worker thread. */
const COST_FACTOR = 4;

/** Like `traitsIn`, but handles a large document in a worker thread. */
export async function findTraits(heavyWork: HeavyWork, doc: Doc, subjects: DataSubjects): Promise<Traits[]> {
  return isLarge(heavyWork, doc) ? heavyWork.run<Traits[]>("traitsInDoc", { doc, subjects }) : traitsIn(doc, subjects);
}

/** Like `redactDoc`, but handles a large document in a worker thread. */
export async function redact(heavyWork: HeavyWork, doc: Doc, subjects: DataSubjects): Promise<Redaction> {
  return isLarge(heavyWork, doc)
    ? heavyWork.run<Redaction>("redactLargeDoc", { doc, subjects })
    : redactDoc(doc, subjects);
}

/** Runs `traitsIn` in a worker thread. */
export function traitsInDoc({ doc, subjects }: DocRedaction): Traits[] {
  return traitsIn(doc, subjects);
}

/** Runs `redactDoc` in a worker thread. */
export function redactLargeDoc({ doc, subjects }: DocRedaction): Redaction {
  return redactDoc(doc, subjects);
}

/** Whether a document has so much text that redacting it would block the event loop. */
function isLarge(heavyWork: HeavyWork, { data }: Doc): boolean {
  const texts = Object.values(data).filter((value) => typeof value === "string");
  return heavyWork.isHeavy(COST_FACTOR * texts.reduce((sum, { length }) => sum + length, 0));
}
