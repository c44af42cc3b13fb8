import { chromiumPath } from "../../server/testing/chromium-path.ts";
import { type ConsoleTimes, measureConsole } from "../console/measure.ts";
import type { Figure, Options, Outcome, Times } from "../figure.ts";
import { quantile } from "../webhooks.ts";

const LONGEST_LOAD = 1000;
const LARGEST_LOAD = 250;
const LONGEST_CHANGE = 100;
/** Total shift of a page up to which it counts as none: less than a pixel. */
const LARGEST_SHIFT = 0.001;

/** The console in Chromium; no figures without Chromium. */
export const consoleFigures: Figure[] = chromiumPath ? figuresOf(oneRun(measureConsole)) : [];

function figuresOf(run: (options: Options) => Promise<ConsoleTimes>): Figure[] {
  const figure = (id: string, title: string, target: string, judge: (times: ConsoleTimes) => Outcome): Figure => ({
    ...{ id, title, target },
    run: async (options) => judge(await run(options)),
  });
  return [
    figure(
      "console-load",
      "the console in Chromium with an empty cache, until the first page is drawn and the main thread is free",
      `< ${LONGEST_LOAD} ms`,
      ({ loads }) => below(median(loads.map(({ ms }) => ms)), "ms", LONGEST_LOAD),
    ),
    figure(
      "console-bytes",
      "the console's first page with all that it loads, on the wire",
      `< ${LARGEST_LOAD} kB`,
      (times) => below(median(times.loads.map(({ kilobytes }) => kilobytes)), "kB", LARGEST_LOAD),
    ),
    figure("console-shift", "layout shift of the console's page that shifts most", "none", ({ shifts }) => ({
      ...below(Math.max(...Object.values(shifts)), "CLS", LARGEST_SHIFT),
      parts: shifts,
    })),
    figure(
      "console-change",
      "change to a page of the console among 100,000 documents, all pages, first and later visits",
      `p99 < ${LONGEST_CHANGE} ms`,
      ({ changes }) => {
        const product = timesOf(Object.values(changes).flat());
        const parts = Object.fromEntries(Object.entries(changes).map(([title, times]) => [title, timesOf(times)]));
        return { product, met: product.p99 < LONGEST_CHANGE, parts };
      },
    ),
  ];
}

/** Shares one measurement among all figures. */
function oneRun<T>(run: (options: Options) => Promise<T>): (options: Options) => Promise<T> {
  let running: Promise<T> | undefined;
  return (options) => {
    running ??= run(options);
    return running;
  };
}

function below(value: number, unit: "ms" | "kB" | "CLS", limit: number): Outcome {
  return { product: { value, unit }, met: value < limit };
}

function timesOf(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function median(values: number[]): number {
  return timesOf(values).p50;
}
