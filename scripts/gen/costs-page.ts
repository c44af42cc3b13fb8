import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { isCall } from "@atrium/functions/http/endpoint-kinds";
import type { Cost } from "@atrium/functions/store/metered";
import earlier from "./earlier-costs.json" with { type: "json" };

/** Reads, writes and round trips. */
type Counts = number[];

/** What each endpoint cost before access was decided once in a call, organizations were remembered, and missing roles cost nothing. */
const costsBefore: Partial<Record<string, { byKey: Counts; byUser?: Counts }>> = earlier;

/** `docs/costs.md`: what the example of each endpoint costs, now and before. */
export function renderCostsPage(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.filter(isCall).map(costRow).sort();
  return `# What each call costs

Documents read, documents written and round trips to the store, for the example in the declaration of each endpoint: with an API
key, and with a user's token if the endpoint takes one. Written by \`npm run gen\`; the tests measure every figure
(\`functions/testing/suites/cost\`).

The caches of the process are warm: credentials and revocations of tokens (60 s), whether a permission provider decides (60 s),
the subscriptions of webhooks (2 s), the organization (60 s on calls that only read, 2 s on others), and which folders are
above a place. The figures after an arrow are those of today. The figures before it are older: since then, access is decided
once per call, subscriptions and organizations are cached, and missing grants and memberships cost nothing. [The operator's
page](../deploy/README.md#what-it-costs) turns documents into money.

| endpoint | reads / writes / trips with an API key | with a user's token |
|---|---|---|
${rows.join("")}`;
}

function costRow({ path, cost }: CallEndpoint): string {
  const before = costsBefore[path];
  return `| \`${path}\` | ${changeOf(before?.byKey, cost)} | ${cost.byUser ? changeOf(before?.byUser, cost.byUser) : "–"} |\n`;
}

function changeOf(before: Counts | undefined, { reads, writes, trips }: Cost): string {
  const now = [reads, writes, trips].join(" / ");
  const earlier = before?.join(" / ") ?? now;
  return earlier === now ? now : `${earlier} → ${now}`;
}
