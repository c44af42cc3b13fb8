import type { Defect, FuzzOptions, Outcome } from "./fuzz.ts";

/** Minimum share of requests that must succeed, because otherwise mostly refusals are tested. */
const LEAST_SUCCESSES = 0.35;
/** From this many requests per operation on, each operation must have succeeded at least once. */
const ENOUGH_EACH = 20;

/** All findings in words; empty if there are none. */
export function problemsOf(outcome: Outcome, options: Pick<FuzzOptions, "seed" | "count" | "only">): string[] {
  const { sent, successes, defects, statuses } = outcome;
  const problems = defects.map((defect) => describe(defect, options));
  if (defects.length > 0) return problems;
  const share = (statuses.get(200) ?? 0) / sent;
  if (share < LEAST_SUCCESSES)
    problems.push(`Only ${percent(share)} of the requests succeeded: most only tested refusals.`);
  const never = [...successes].filter(([, times]) => times === 0).map(([path]) => path);
  if (sent >= ENOUGH_EACH * successes.size && never.length > 0)
    problems.push(`No request succeeded at ${never.join(", ")}: the success replies were not tested.`);
  return problems;
}

/** A summary in a few lines. */
export function summaryOf({ sent, kinds, valid, statuses, successes, slowest }: Outcome): string {
  const each = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status || "none"}: ${times}`);
  const reached = [...successes.values()].filter((times) => times > 0).length;
  return [
    `${sent} requests: ${kinds.valid} valid, ${kinds.boundary} at limits, ${kinds.hostile} hostile.`,
    `${valid} are valid by the contract, ${sent - valid} are not.`,
    `${percent((statuses.get(200) ?? 0) / sent)} succeeded, at ${reached} of ${successes.size} operations. Answers: ${each.join(", ")}.`,
    `The slowest answer took ${Math.round(slowest)} ms.`,
  ].join("\n");
}

function describe(
  { complaint, what, curl, isRepeatable, number }: Defect,
  { seed, count, only }: Pick<FuzzOptions, "seed" | "count" | "only">,
): string {
  const again = [
    "npm run fuzz --",
    `--seed ${seed}`,
    `--count ${Math.min(count, number)}`,
    ...(only ? [`--operation ${only}`] : []),
  ];
  return [
    complaint,
    `  request ${number} of seed ${seed}, ${what}`,
    isRepeatable
      ? `  ${curl}`
      : `  not reproducible alone, it depends on earlier requests; to reproduce: ${again.join(" ")}\n  ${curl}`,
  ].join("\n");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
