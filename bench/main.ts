import { parseArgs } from "node:util";
import { readCosts } from "./costs.ts";
import type { Figure, Options, Result } from "./figure.ts";
import { coldStart } from "./figures/cold-start.ts";
import { consoleFigures } from "./figures/console.ts";
import { crdtSync } from "./figures/crdt-sync.ts";
import { docsPage } from "./figures/docs-page.ts";
import { documentWrites } from "./figures/document-writes.ts";
import { documentsGet } from "./figures/documents-get.ts";
import { documentsPage } from "./figures/documents-page.ts";
import { documentsUpdate } from "./figures/documents-update.ts";
import { editing } from "./figures/editing.ts";
import { functionMemory } from "./figures/function-memory.ts";
import { generateToken } from "./figures/generate-token.ts";
import { heavyCalls } from "./figures/heavy-calls.ts";
import { mailRate } from "./figures/mail-rate.ts";
import { memory } from "./figures/memory.ts";
import { migration, migrationMemory } from "./figures/migration.ts";
import { noticesInbox } from "./figures/notices-inbox.ts";
import { noticesBeside, noticesMemory, noticesPipeline } from "./figures/notices-pipeline.ts";
import { overload, overloadRefusals } from "./figures/overload.ts";
import { start } from "./figures/start.ts";
import { streamLatency, streamMemory } from "./figures/streams.ts";
import { usersAdd } from "./figures/users-add.ts";
import { usersGet } from "./figures/users-get.ts";
import { webhookBacklog, webhookBacklogMemory } from "./figures/webhook-backlog.ts";
import { webhookDeliveries } from "./figures/webhook-deliveries.ts";
import { webhookLatency } from "./figures/webhook-latency.ts";
import { publish } from "./publish.ts";
import { costRows, figureRows, toText } from "./report.ts";
import { removeFolders } from "./scratch.ts";

const figures: Figure[] = [
  usersAdd,
  documentsUpdate,
  ...documentWrites,
  crdtSync,
  ...editing,
  documentsGet,
  usersGet,
  documentsPage,
  generateToken,
  overload,
  overloadRefusals,
  start,
  ...docsPage,
  ...consoleFigures,
  memory,
  webhookDeliveries,
  webhookLatency,
  webhookBacklog,
  webhookBacklogMemory,
  noticesInbox,
  noticesPipeline,
  noticesBeside,
  noticesMemory,
  mailRate,
  migration,
  migrationMemory,
  streamLatency,
  streamMemory,
  ...heavyCalls,
  coldStart,
  functionMemory,
];

const help = `npm run bench -- [options]

Measures the built server and, alternating with it in the same run, its floor: fastify, zod and one durable SQLite insert
per request for writes, fastify and zod alone for reads. Prints a table. A run without options also writes
bench/results.json and the tables in docs/performance.md; leave the machine otherwise idle meanwhile.

  --only <figure>     one figure; may be given several times: ${figures.map(({ id }) => id).join(", ")}
  --seconds <n>       length of one round of load (5)
  --rounds <n>        rounds, of which the median counts (3)
  --documents <n>     documents of the large organization (1000000)
  --help              this text`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true },
      seconds: { type: "string", default: "5" },
      rounds: { type: "string", default: "3" },
      documents: { type: "string", default: "1000000" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(help);
  const unknown = values.only?.find((id) => !figures.some((figure) => figure.id === id));
  if (unknown !== undefined) throw new Error(`There is no figure "${unknown}". See --help.`);
  const options: Options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    documents: Number(values.documents),
  };
  const results: Result[] = [];
  for (const figure of figures.filter(({ id }) => values.only?.includes(id) ?? true)) {
    console.error(`${figure.id} …`);
    const { id, title, target } = figure;
    try {
      results.push({ id, title, target, ...(await figure.run(options)) });
    } catch (error) {
      process.exitCode = 1;
      console.error(`bench: ${id} failed: ${(error as Error).message}`);
    }
  }
  if (docsPage.length === 0)
    console.error("docs-page and console are skipped: there is no Chromium at the usual paths.");
  const costs = readCosts();
  if (!values.only) console.log(`${toText(costRows(costs))}\n`);
  console.log(toText(figureRows(results)));
  if (process.argv.length > 2) return;
  if (process.exitCode) console.error("bench: nothing is published, because not every figure was measured.");
  else publish(options, results, costs);
}

// Also cleans up after an interrupted run.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", removeFolders);
try {
  await main();
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exit(1);
}
