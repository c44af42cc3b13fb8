import type { Finding } from "../model/usage.ts";

/** The results of a scenario. */
export interface Outcome {
  /** Lines of a table: what was measured, and its value. */
  figures: [name: string, value: string][];
  findings: Finding[];
}
