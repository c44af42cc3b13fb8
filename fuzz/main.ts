import { readContract } from "./contract/contract.ts";
import { cpuFaults } from "./cpu/cpu.ts";
import { editingFaults } from "./editing/editing.ts";
import { fuzz } from "./fuzz.ts";
import { type CommandLine, readOptions, usage } from "./options.ts";
import { problemsOf, summaryOf } from "./report.ts";
import { type Memory, startedServer } from "./server/process.ts";

/** Maximum growth of the server's objects in the second half of a run, in bytes per request and in total. */
const GROWTH = { perRequest: 400, inTotal: 24_000_000 };
/** Number of requests between two checks of the server. */
const EVERY = 250;

async function run({ seed, count, only }: CommandLine): Promise<string[]> {
  process.stdout.write(`seed ${seed}\n`);
  const target = await startedServer(count);
  const half = Math.floor(count / 2 / EVERY) * EVERY;
  let warm: Memory | undefined;
  const after = async (sentCount: number) => {
    if (sentCount % EVERY !== 0) return undefined;
    if (process.stdout.isTTY) process.stdout.write(`\r${sentCount} of ${count} `);
    if (sentCount === half) warm = await target.memory();
    return target.settle();
  };
  try {
    const contract = readContract();
    const { url, send, tenants } = target;
    const now = () => performance.now();
    const outcome = await fuzz({ contract, url, send, tenants, seed, count, only, now, after });
    const problems = problemsOf(outcome, { seed, count, only });
    if (process.stdout.isTTY) process.stdout.write("\r");
    process.stdout.write(`${summaryOf(outcome)}\n`);
    if (warm && problems.length === 0) problems.push(...growthOf(warm, await target.memory(), outcome.sent - half));
    return problems;
  } finally {
    await target.close();
  }
}

/** Largest body of the expensive requests, in bytes. */
const EXPENSIVE = 262_144;

async function measureCpu({ only }: CommandLine): Promise<string[]> {
  let trials = 0;
  const onTrial = () => {
    trials++;
    if (process.stdout.isTTY) process.stdout.write(`\r${trials} `);
  };
  const faults = await cpuFaults({ contract: readContract(), only, bytes: EXPENSIVE, every: 1, onTrial });
  process.stdout.write(
    `${process.stdout.isTTY ? "\r" : ""}${trials} expensive requests, ${faults.length} too expensive\n`,
  );
  return faults;
}

async function edit({ seed, count }: CommandLine): Promise<string[]> {
  process.stdout.write(`seed ${seed}\n`);
  const onStory = (done: number) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${count} `);
  };
  const faults = await editingFaults({ seed, stories: count, onStory });
  process.stdout.write(`${process.stdout.isTTY ? "\r" : ""}${count} stories, ${faults.length} faults\n`);
  return faults;
}

function growthOf(warm: Memory, end: Memory, requests: number): string[] {
  const grown = end.used - warm.used;
  const most = GROWTH.inTotal + GROWTH.perRequest * requests;
  const mb = (bytes: number) => `${Math.round(bytes / 1e5) / 10} MB`;
  process.stdout.write(
    `Memory of the server: ${mb(warm.used)} after half of the requests, ${mb(end.used)} at the end (resident ${mb(warm.rss)}, ${mb(end.rss)}).\n`,
  );
  return grown > most ? [`The server's memory grew by ${mb(grown)} over ${requests} requests.`] : [];
}

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) process.stdout.write(usage);
  else {
    const problems = await (options.isCpu ? measureCpu(options) : options.isEditing ? edit(options) : run(options));
    for (const problem of problems) console.error(`\n${problem}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  }
} catch (error) {
  console.error(`fuzz: ${(error as Error).message}`);
  process.exitCode = 1;
}
