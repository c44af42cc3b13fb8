import { withFunction } from "@atrium/functions/cloud/function-names";
import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { isCall } from "@atrium/functions/http/endpoint-kinds";
import type { RunnableJob } from "@atrium/functions/queue/port";
import { commonEndpoints } from "@atrium/functions/testing/fixtures/common-endpoints";

const REQUESTS = 1000;
/** `schedules-tasks` and `schedules-retention`. */
const SCHEDULES = 2;

/** `deploy/README.md` with its costs and counts updated. */
export function renderOperatorPage(
  page: string,
  lists: { endpoints: readonly Endpoint[]; jobs: readonly RunnableJob[] },
): string {
  const functions = withFunction(lists.endpoints).length + lists.jobs.length + SCHEDULES;
  const prices = page.replace(
    /(<!-- prices: [^>]*-->\n)[\s\S]*?(<!-- \/prices -->)/,
    (_, begin, end) => `${begin}${renderPrices(lists.endpoints.filter(isCall))}${end}`,
  );
  return prices.replace(/(<!-- functions -->)\d*/, (_, begin) => `${begin}${functions}`);
}

function renderPrices(endpoints: readonly CallEndpoint[]): string {
  const rows = commonEndpoints.map((path) => {
    const cost = endpoints.find((endpoint) => endpoint.path === path)?.cost;
    if (!cost) throw new Error(`there is no endpoint ${path}`);
    const cells = [cost.reads, cost.writes, 1, 0].map((each) => (each * REQUESTS).toLocaleString("en"));
    return `| \`${path}\` | ${cells.join(" | ")} |\n`;
  });
  return `| 1,000 requests of | documents read | documents written or deleted | invocations | tasks |
|---|---|---|---|---|
${rows.join("")}`;
}
