import { parseArgs } from "node:util";
import { exceedsLimit, publish, render } from "./report.ts";
import { outage } from "./scenarios/outage.ts";
import type { Outcome } from "./scenarios/outcome.ts";
import { peak } from "./scenarios/peak.ts";

const help = `npm run bench:scale -- [options]

Runs the service's code in virtual time on models of Firestore and Cloud Tasks, which count everything that the limits of both
bound, and prints where a large tenant exceeds them. Fails if it does. A run without options writes docs/scale.md.

  --only <scenario>  peak or outage
  --seconds <n>      seconds of the peak that are measured (5)
  --help             this text`;

async function main(): Promise<number> {
  const options = {
    only: { type: "string" },
    seconds: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const scenarios: Record<string, { title: string; run: () => Promise<Outcome> }> = {
    peak: { title: "The peak of a large tenant", run: () => peak(Number(values.seconds)) },
    outage: { title: "Ten minutes without Cloud Tasks", run: outage },
  };
  const outcomes: Record<string, Outcome> = {};
  for (const [name, { title, run }] of Object.entries(scenarios))
    if (values.only === undefined || values.only === name) {
      console.error(`${name} …`);
      outcomes[title] = await run();
    }
  const text = render(outcomes);
  console.log(text);
  if (process.argv.length === 2) publish(text);
  return Object.values(outcomes).some(({ findings }) => findings.some(exceedsLimit)) ? 1 : 0;
}

process.exit(await main());
