import { PROJECT } from "./project.ts";

/** A function as listed by the functions emulator. */
interface Trigger {
  name: string;
  region: string;
  schedule?: { schedule: string };
}

/**
 * Calls each scheduled function on schedule, as Cloud Scheduler does in the cloud, because no emulator does this.
 * @param functions address of the functions emulator.
 */
export async function keepSchedules(functions: string): Promise<void> {
  const reply = await fetch(`${functions}/backends`);
  const { backends } = (await reply.json()) as { backends: { functionTriggers: Trigger[] }[] };
  for (const { name, region, schedule } of backends.flatMap(({ functionTriggers }) => functionTriggers)) {
    if (!schedule) continue;
    // A scheduled function has no address, so it is called by its id in the emulator.
    const call = () => fetch(`${functions}/${PROJECT}/${region}/${name}-0`, { method: "POST" }).catch(() => {});
    setInterval(call, minutesOf(schedule.schedule) * 60_000).unref();
  }
}

/** Parses the minutes of a schedule such as `every 5 minutes`. */
function minutesOf(schedule: string): number {
  const [, minutes] = /^every (\d+) minutes$/.exec(schedule) ?? [];
  if (minutes === undefined) throw new Error(`the schedule "${schedule}" is not supported`);
  return Number(minutes);
}
