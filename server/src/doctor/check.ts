/** Result of one check. `warning`: nothing is broken, but the operator should know. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "failed";
  /** What was checked, or what is wrong and what to do. */
  detail: string;
  /** Single problems, at most 20. */
  problems?: string[];
}
