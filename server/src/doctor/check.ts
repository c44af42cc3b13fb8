/** What one check has found. `warning`: nothing is broken, but somebody should know. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "failed";
  /** What was looked at, or what is wrong and what to do. */
  detail: string;
  /** Single problems, at most 20. */
  problems?: string[];
}
