import { Histogram } from "#platform/observability/histogram";
import { LabelledCounter } from "#platform/observability/labelled-counter";
import type { Metrics } from "#platform/observability/metrics";

/** Upper bounds of a group's duration, in s: a good disk takes a fraction of a ms, a bad one tenths of a second. */
const DURATIONS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** Figures of group commit. */
export class CommitMetrics {
  readonly #commits: LabelledCounter;
  readonly #durations = new Histogram(DURATIONS);

  /** @param waiting how many commits wait for their flush now. */
  constructor(metrics: Metrics, waiting: () => number) {
    const help = "Commits by outcome: committed, refused (a conflict or a precondition), failed.";
    const outcomes = ["committed", "refused", "failed"];
    this.#commits = new LabelledCounter(metrics, { name: "atrium_store_commits_total", help }, "outcome", outcomes);
    metrics.register(
      {
        name: "atrium_store_flush_duration_seconds",
        type: "histogram",
        help: "Time in which commits that arrived together were made and brought to disk.",
      },
      () => this.#durations.samples(),
    );
    metrics.register(
      { name: "atrium_store_commits_waiting", type: "gauge", help: "Commits that wait for their flush." },
      () => [{ value: waiting() }],
    );
  }

  /** Commits that arrived together are on disk. @param refused commits that met a conflict or broke a precondition. */
  flushed(ms: number, committed: number, refused: number): void {
    this.#durations.observe(ms / 1000);
    this.#commits.add("committed", committed);
    if (refused > 0) this.#commits.add("refused", refused);
  }

  /** Commits that arrived together could not be made, or not be brought to disk. */
  failed(commits: number): void {
    this.#commits.add("failed", commits);
  }
}
