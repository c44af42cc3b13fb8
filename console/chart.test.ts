import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";
import { onReusedConnections } from "./testing/reused-connections.ts";

const openBrowser = browserOfFile();

/** Counts the pixels of the latency chart in the colour of its second line, the 99th percentile. */
const colouredPixels = `(() => {
  const chart = [...document.querySelectorAll(".chart")].at(-1);
  const colour = getComputedStyle(chart.querySelector("figcaption .warn")).color.match(/\\d+/g).map(Number);
  const canvas = chart.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (colour.every((part, at) => data[i + at] === part) && data[i + 3] > 0) count++;
  return count;
})()`;

/** Waits until the lines of the first chart's grid have the style sheet's colour of lines. */
const drawnInLineColour = `new Promise((resolve) => {
  const look = () => (hasLineColour() ? resolve() : requestAnimationFrame(look));
  look();
  function hasLineColour() {
    const place = document.querySelector(".chart-lines");
    const canvas = place?.querySelector("canvas");
    if (!canvas) return false;
    const probe = place.appendChild(document.createElement("span"));
    probe.className = "chart-line";
    const colour = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    probe.remove();
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (colour.every((part, at) => data[i + at] === part) && data[i + 3] === 255) count++;
    return count > 100;
  }
})`;

testUnless(noBrowser)("a chart shows a single minute of traffic as a point", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page, problems } = await openConsole(openBrowser);
  let busy: number[] = [];
  await page.route("**/v2/workspace/usage/get", async (route) => {
    const response = await route.fetch(onReusedConnections);
    const body = await response.json();
    for (const [at, point] of body.result.data.points.entries()) {
      delete point.p50;
      delete point.p99;
      if (busy.includes(at)) Object.assign(point, { requests: 1, p50: 4, p99: 40 });
    }
    await route.fulfill({ response, json: body });
  });
  const counts: number[] = [];
  for (const minutes of [[], [20], [20, 40]]) {
    busy = minutes;
    await page.goto(await linkTo(w, url, false));
    await page.locator(".chart canvas").nth(1).waitFor();
    counts.push((await page.evaluate(colouredPixels)) as number);
  }
  const [none = 0, one = 0, two = 0] = counts;
  expect(none).toBe(0);
  expect(one).toBeGreaterThan(10);
  expect(two).toBe(2 * one);
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)("a chart is drawn anew when the colours of the page change", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  const { page } = await openConsole(openBrowser);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(await linkTo(w, url, false));
  await page.evaluate(drawnInLineColour);
  // Newer values would draw it anew too.
  await page.route("**/v2/workspace/usage/get", () => undefined);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(drawnInLineColour);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await page.evaluate(drawnInLineColour);
});
