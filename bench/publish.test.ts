import { expect, test } from "@jest/globals";
import { readCosts } from "./costs.ts";
import { withCosts, withFigures } from "./publish.ts";

const figures = [
  {
    id: "users-add",
    title: "users/add",
    target: "≥ 0.5",
    product: { requestsPerSecond: 18_000.4, p50: 3.14, p99: 7, cpu: 50.2 },
    floor: { requestsPerSecond: 36_000, p50: 1, p99: 5 },
    ratio: 0.5,
    met: true,
  },
  { id: "memory", title: "memory", target: "< 150 MB", product: { value: 151, unit: "MB" as const }, met: false },
];

test("the page gets the figures between its marks, and a second run replaces them", () => {
  const page = "before\n<!-- figures: written by npm run bench -->\n<!-- /figures -->\nafter\n";
  const filledPage = withFigures(page, 2, figures);
  expect(filledPage).toMatch(/^before\n<!-- figures.* -->\nOne process beside its load on 2 cores/);
  expect(filledPage).toContain(
    "| users/add | 18000/s, p50 3.1 ms, p99 7.0 ms, CPU 50 µs | 36000/s, p50 1.0 ms, p99 5.0 ms | 0.50 | ≥ 0.5 | yes |",
  );
  expect(filledPage).toContain("| memory | 151 MB |  |  | < 150 MB | no |");
  expect(filledPage.endsWith("\n<!-- /figures -->\nafter\n")).toBe(true);
  expect(withFigures(filledPage, 2, figures)).toBe(filledPage);
});

test("a page without its marks is not changed, and an error is thrown", () => {
  expect(() => withFigures("no marks", 2, figures)).toThrow(/lost its marks/);
});

test("the page gets the costs of the most common endpoints, for a thousand calls", () => {
  const page = "before\n<!-- costs: written by npm run bench -->\nold\n<!-- /costs -->\nafter\n";
  const filledPage = withCosts(page, readCosts());
  expect(filledPage).toMatch(/^before\n.*\n\| 1,000 calls of \|/);
  expect(filledPage).toMatch(/\| \/v2\/users\/add \| [1-9]000 \| 1000 \| 2 \|/);
  expect(filledPage).not.toMatch(/NaN|old/);
  expect(withCosts(filledPage, readCosts())).toBe(filledPage);
  expect(withCosts("no marks", readCosts())).toBe("no marks");
});
