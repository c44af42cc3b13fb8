import { useEffect, useRef, useSyncExternalStore } from "react";
import UPlot from "uplot";
import { useLanguage } from "../texts/texts.tsx";

/** One line of a chart. */
interface Series {
  label: string;
  values: readonly (number | undefined)[];
  /** The style sheet class that gives the line its colour. */
  colour: "accent" | "bad" | "warn";
}

interface ChartProps {
  /** Describes the chart for screen readers. */
  label: string;
  /** Times of the values, ms since 1970. */
  times: readonly number[];
  series: readonly Series[];
}

/** Factor for the space above the highest value: a line at the very top would be cut in half. */
const HEADROOM = 1.1;

/** Height of a chart, px. */
const HEIGHT = 180;

/** Diameter of a point, px. */
const POINT = 6;

/** Distances between the lines of the grid: the values are counts and ms, which need no fractions. */
const STEPS = Array.from({ length: 10 }, (_, digits) => [1, 2, 5].map((step) => step * 10 ** digits)).flat();

/** Lines over time. */
export function Chart({ label, times, series }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { locale } = useLanguage();
  const scheme = useSyncExternalStore(watchColours, textColour);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours of the page are drawn anew.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const text = colourOf(element, "quiet");
    const line = colourOf(element, "line");
    const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        axes: [
          { ...axis, values: (_, splits) => splits.map((at) => clock(at, locale)) },
          { ...axis, size: 60, incrs: STEPS },
        ],
        scales: { y: { range: (_, __, most) => [0, Math.max(most * HEADROOM, 1)] } },
        series: [
          {},
          ...series.map((one) => ({
            stroke: colourOf(element, one.colour),
            width: 2,
            points: { size: POINT, fill: colourOf(element, one.colour), filter: findLone },
          })),
        ],
      },
      [times.map((at) => at / 1000), ...series.map(({ values }) => values.map((value) => value ?? null))],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [times, series, locale, scheme]);
  return (
    <figure className="chart">
      <figcaption>
        {label}
        {series.map((one) => (
          <span key={one.label} className={one.colour}>
            ● {one.label}
          </span>
        ))}
      </figcaption>
      <div className="chart-lines" ref={place} aria-hidden="true" />
    </figure>
  );
}

/** Indexes of the values without a neighbour, which the line does not show. */
function findLone(chart: UPlot, series: number): number[] {
  const values = chart.data[series] ?? [];
  return [...values.keys()].filter((at) => values[at] != null && values[at - 1] == null && values[at + 1] == null);
}

/** The current colour of a style sheet class, resolved because a canvas does not support CSS variables. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = element.appendChild(document.createElement("span"));
  probe.className = name === "line" ? "chart-line" : name;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The colour of the page's text, which tells light colours from dark ones. */
function textColour(): string {
  return getComputedStyle(document.body).color;
}

/** Calls a function when the person chooses other colours, here or in the system. @returns a function that ends this. */
function watchColours(onChange: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choice = new MutationObserver(onChange);
  system.addEventListener("change", onChange);
  choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    system.removeEventListener("change", onChange);
    choice.disconnect();
  };
}

/** @param at seconds since 1970. */
function clock(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(at * 1000));
}
