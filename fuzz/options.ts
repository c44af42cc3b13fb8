import { parseArgs } from "node:util";

/** What `npm run fuzz` is told. */
export interface CommandLine {
  seed: number;
  count: number;
  only: string | undefined;
  /** Whether CPU time is measured in place of answers. */
  isCpu: boolean;
  /** Whether clients edit together, in place of requests by chance. */
  isEditing: boolean;
}

/** Requests, and stories of clients that edit together, unless the command line says how many. */
const DEFAULT = { requests: "50000", stories: "500" };

export const usage = `npm run fuzz -- [options]

Sends requests that follow from openapi.json to the built server: right ones, ones at the limits, hostile ones.
What the contract holds for valid must not be refused as INVALID_ARGUMENT, and what it refuses must not succeed.
Says what was answered and how long it took, and shows each defect as a line for a shell. Ends with 1 if there is one.

  --seed N         the same seed sends the same requests (chosen by chance unless given)
  --count N        so many requests (50000)
  --operation TEXT only operations with this in their path, such as /v2/users
  --cpu            sends no requests by chance, but all that are made to be expensive, and compares the CPU time of three
                   sizes of each: work that grows faster than a request is a defect. Takes some minutes.
  --editing        in place of requests, 500 stories of clients that edit one editor while replies are lost, updates come late
                   and twice, and logs are folded; then twenty hostile messages for each over WebSockets. With --count N, so
                   many stories.
  --help           this
`;

/** Reads the command line. @returns undefined when it asks for help. @throws Error that says what is wrong. */
export function readOptions(args: string[]): CommandLine | undefined {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string" },
      count: { type: "string" },
      operation: { type: "string" },
      cpu: { type: "boolean", default: false },
      editing: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return undefined;
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  return {
    seed: wholeNumber("--seed", seed),
    count: wholeNumber("--count", values.count ?? (values.editing ? DEFAULT.stories : DEFAULT.requests)),
    only: values.operation,
    isCpu: values.cpu,
    isEditing: values.editing,
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new Error(`${name} must be a whole number, not "${text}".`);
  return value;
}
