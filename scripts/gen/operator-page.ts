import { functionGroups } from "@atrium/functions/cloud/function-groups";
import { withFunction } from "@atrium/functions/cloud/function-names";
import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { isCall } from "@atrium/functions/http/endpoint-kinds";
import { queueIds } from "@atrium/functions/queue/cloud-tasks-request";
import type { RunnableJob } from "@atrium/functions/queue/port";
import { commonEndpoints } from "@atrium/functions/testing/fixtures/common-endpoints";
import { renderMonthlySums } from "./monthly-sums.ts";

const REQUESTS = 1000;
/** `schedules-tasks`, `schedules-retention` and `notfound`. */
const FURTHER_FUNCTIONS = 3;

/** `deploy/README.md` with its costs and counts updated. */
export function renderOperatorPage(
  page: string,
  lists: { endpoints: readonly Endpoint[]; jobs: readonly RunnableJob[] },
): string {
  const endpoints = withFunction(lists.endpoints);
  const others = lists.jobs.flatMap(queueIds).length + FURTHER_FUNCTIONS;
  const calls = endpoints.filter(isCall).map(({ path }) => ({ path, kind: "call" }));
  const grouped = endpoints.length - calls.length + functionGroups(calls).size;
  const common = commonEndpoints.map((path) => find(lists.endpoints, path));
  const withPrices = replacePart(page, "prices", renderPrices(common));
  const withSums = replacePart(withPrices, "sums", renderMonthlySums(common));
  return withSums
    .replaceAll(/(<!-- functions -->)\d*/g, (_, begin) => `${begin}${endpoints.length + others}`)
    .replaceAll(/(<!-- grouped -->)\d*/g, (_, begin) => `${begin}${grouped + others}`);
}

/** Replaces the text between the two comments of a name. */
function replacePart(page: string, name: string, text: string): string {
  const part = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  return page.replace(part, (_, begin, end) => `${begin}${text}${end}`);
}

function find(endpoints: readonly Endpoint[], path: string): CallEndpoint {
  const endpoint = endpoints.find((each) => each.path === path);
  if (!endpoint || !isCall(endpoint)) throw new Error(`there is no endpoint ${path}`);
  return endpoint;
}

function renderPrices(endpoints: readonly CallEndpoint[]): string {
  const rows = endpoints.map(({ path, cost }) => {
    const counts = [cost.reads, cost.byUser?.reads, cost.writes, 1, 0];
    const cells = counts.map((each) => (each === undefined ? "–" : (each * REQUESTS).toLocaleString("en")));
    return `| \`${path}\` | ${cells.join(" | ")} |\n`;
  });
  return `| 1,000 requests of | documents read | documents read with a user's token | documents written or deleted | invocations | tasks |
|---|---|---|---|---|---|
${rows.join("")}`;
}
