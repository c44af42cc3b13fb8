import { expect, test } from "@jest/globals";
import { Histogram } from "./histogram.ts";

test("a value counts in its bucket and in all larger ones, and a value equal to a bound counts in that bound's bucket", () => {
  const histogram = new Histogram([0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 3]) histogram.observe(value);
  expect([...histogram.samples({ path: "/x" })]).toStrictEqual([
    { suffix: "_bucket", labels: { path: "/x", le: "0.1" }, value: 2 },
    { suffix: "_bucket", labels: { path: "/x", le: "1" }, value: 3 },
    { suffix: "_bucket", labels: { path: "/x", le: "+Inf" }, value: 4 },
    { suffix: "_sum", labels: { path: "/x" }, value: 3.65 },
    { suffix: "_count", labels: { path: "/x" }, value: 4 },
  ]);
});
