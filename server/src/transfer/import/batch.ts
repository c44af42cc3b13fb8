import { ApiError } from "@atrium/functions/platform/error";
import type { Transaction } from "@atrium/functions/store/port";
import type { Kind } from "../records.ts";
import { MissingParent, NeedsPreparation, type Step } from "./step.ts";
import { View } from "./view.ts";

/** A line with its step. */
export interface LineStep extends Step {
  kind: Kind;
  line: number;
  /** Length of the line in characters. */
  size: number;
  /** Whether its preparation is done. */
  isPrepared?: true;
}

/** Outcome of a batch. */
export interface Outcome {
  taken: LineStep[];
  /** Lines that wait for the document at `path`. */
  missing: { step: LineStep; path: string; reason: string }[];
  /** Lines that need a preparation first. */
  beforehand: { step: LineStep; run: () => Promise<void> }[];
  refused: { step: LineStep; reason: string }[];
  /** Paths that exist now: other lines may wait for them. */
  paths: string[];
}

/** An empty outcome. */
export function newOutcome(): Outcome {
  return { taken: [], missing: [], beforehand: [], refused: [], paths: [] };
}

/** Reads what the steps need in one round trip, applies each step, and writes the changes. Has no other effect. */
export async function applySteps(tx: Transaction, steps: readonly LineStep[]): Promise<Outcome> {
  const reads = [...new Set(steps.flatMap((step) => step.reads))];
  const view = new View(reads, await tx.getMany(reads));
  const outcome = newOutcome();
  for (const step of steps) {
    try {
      step.apply(view);
      outcome.taken.push(step);
    } catch (error) {
      if (error instanceof MissingParent) outcome.missing.push({ step, path: error.path, reason: error.message });
      else if (error instanceof NeedsPreparation) outcome.beforehand.push({ step, run: error.run });
      else if (error instanceof ApiError) outcome.refused.push({ step, reason: error.message });
      else throw error;
    }
  }
  view.write(tx);
  outcome.paths.push(...view.putPaths());
  return outcome;
}
