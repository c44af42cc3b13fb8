import { Histogram } from "#platform/observability/histogram";
import { LabelledCounter } from "#platform/observability/labelled-counter";
import type { Metrics } from "#platform/observability/metrics";

/** Upper bounds of a group's duration, in s: a good disk takes a fraction of a ms, a bad one tenths of a second. */
const DURATIONS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** Metrics of group commit. */
export class CommitMetrics {
  readonly #commits: LabelledCounter;
  readonly #durations = new Histogram(DURATIONS);

  /** @param waiting returns how many commits are waiting for their flush. */
  constructor(metrics: Metrics, waiting: () => number) {
    const help = "Commits by outcome: committed, refused (a conflict or a precondition), failed.";
    const outcomes = ["committed", "refused", "failed"];
    this.#commits = new LabelledCounter(metrics, { name: "atrium_store_commits_total", help }, "outcome", outcomes);
    metrics.register(
      {
        name: "atrium_store_flush_duration_seconds",
        type: "histogram",
        help: "Time to make a group of commits and flush it to disk.",
      },
      () => this.#durations.samples(),
    );
    metrics.register(
      { name: "atrium_store_commits_waiting", type: "gauge", help: "Commits that wait for their flush." },
      () => [{ value: waiting() }],
    );
  }

  /** Records a group of commits that is on disk. @param refused commits that met a conflict or broke a precondition. */
  flushed(ms: number, committed: number, refused: number): void {
    this.#durations.observe(ms / 1000);
    this.#commits.add("committed", committed);
    if (refused > 0) this.#commits.add("refused", refused);
  }

  /** Records a group of commits that could not be made or flushed to disk. */
  failed(commits: number): void {
    this.#commits.add("failed", commits);
  }
}
