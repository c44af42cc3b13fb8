import type { Figure, Options, Outcome } from "../figure.ts";
import { startProduct } from "../server-process.ts";
import { makeTenant } from "../tenant.ts";

const SMALL = 1000;
const PAGE = 100;
const LARGEST_RATIO = 1.3;
/** Fraction of the pages that count as the deepest, which must meet the target too. */
const DEEPEST = 0.01;

/** Reads all pages of a large organization, with a small one's pages in between, one request at a time. */
export const documentsPage: Figure = {
  id: "documents-page",
  title: "documents/get, page of 100 among many documents (floor: among 1,000)",
  target: `≤ ${LARGEST_RATIO} of the page among ${SMALL}, the deepest too`,
  async run({ documents }: Options): Promise<Outcome> {
    const large = { organizationId: "large", documents };
    const small = { organizationId: "small", documents: SMALL };
    const tenant = await makeTenant(small, large);
    const server = await startProduct(tenant.folder);
    try {
      const times = { large: [] as number[], small: [] as number[] };
      const url = `${server.url}/v2/organizations/documents/get`;
      const besides = endlessWalk(url, tenant.headers, small.organizationId);
      for await (const ms of walk(url, tenant.headers, large.organizationId)) {
        times.large.push(ms);
        times.small.push((await besides.next()).value);
      }
      const pages = Math.ceil(documents / PAGE);
      if (times.large.length !== pages) throw new Error(`${times.large.length} pages instead of ${pages}`);
      const floor = median(times.small);
      const all = median(times.large);
      const deepest = median(times.large.slice(Math.floor(pages * (1 - DEEPEST))));
      const product = Math.max(all, deepest);
      const ratio = product / floor;
      const amount = (value: number) => ({ value, unit: "ms" as const });
      return { product: amount(product), floor: amount(floor), ratio, met: ratio <= LARGEST_RATIO };
    } finally {
      await server.stop();
    }
  },
};

/** The time of each page in ms, from the first to the last. */
async function* walk(url: string, headers: Record<string, string>, organizationId: string): AsyncGenerator<number> {
  let pageToken: string | undefined;
  do {
    const body = JSON.stringify({ data: { organizationId, pageSize: PAGE, ...(pageToken && { pageToken }) } });
    const started = performance.now();
    const reply = await fetch(url, { method: "POST", headers, body });
    const { result } = (await reply.json()) as { result?: { data: unknown[]; pageToken?: string } };
    const ms = performance.now() - started;
    if (!result) throw new Error(`A page was answered with ${reply.status}.`);
    // The last page is empty if the documents fill the pages before it exactly.
    if (result.data.length > 0) yield ms;
    pageToken = result.pageToken;
  } while (pageToken);
}

async function* endlessWalk(...of: Parameters<typeof walk>): AsyncGenerator<number, never> {
  for (;;) yield* walk(...of);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
