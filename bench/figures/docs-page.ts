import { chromium } from "playwright-core";
import { chromiumPath } from "../../server/testing/chromium-path.ts";
import type { Figure, Options, Outcome } from "../figure.ts";
import { scratchFolder } from "../scratch.ts";
import { startProduct } from "../server-process.ts";

const LONGEST = 1000;
const LARGEST = 900;
const page = "/docs/v2/users/add";

/** The cost of one visit with an empty cache: ms to the first content, kB on the wire. */
interface Visit {
  ms: number;
  kilobytes: number;
}

/** A page of the documentation in Chromium; no figures without Chromium. */
export const docsPage: Figure[] = chromiumPath
  ? [
      {
        id: "docs-page",
        title: "a page of /docs in Chromium with an empty cache: first content",
        target: `< ${LONGEST} ms`,
        run: (options) => median(options, ({ ms }) => ({ product: { value: ms, unit: "ms" }, met: ms < LONGEST })),
      },
      {
        id: "docs-page-bytes",
        title: "a page of /docs with all that it loads, on the wire",
        target: `< ${LARGEST} kB`,
        run: (options) =>
          median(options, ({ kilobytes }) => ({
            product: { value: kilobytes, unit: "kB" },
            met: kilobytes < LARGEST,
          })),
      },
    ]
  : [];

async function median({ rounds }: Options, judge: (visit: Visit) => Outcome): Promise<Outcome> {
  const server = await startProduct(scratchFolder());
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit(server.url));
  await server.stop();
  visits.sort((a, b) => a.ms - b.ms);
  return judge(visits[Math.floor(visits.length / 2)] as Visit);
}

/** Opens the page in a new browser. */
async function visit(url: string): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const tab = await browser.newPage();
  const network = await tab.context().newCDPSession(tab);
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send("Network.enable");
  await tab.goto(url + page, { waitUntil: "networkidle" });
  const ms = await tab.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  await browser.close();
  return { ms, kilobytes: bytes / 1000 };
}
