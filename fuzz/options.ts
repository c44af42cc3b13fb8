import { parseArgs } from "node:util";

/** The options of `npm run fuzz`. */
export interface CommandLine {
  seed: number;
  count: number;
  only: string | undefined;
  /** Whether to measure CPU time instead of checking replies. */
  isCpu: boolean;
  /** Whether to let clients edit together instead of sending random requests. */
  isEditing: boolean;
}

/** Default numbers of requests, and of stories of clients that edit together. */
const DEFAULT = { requests: "50000", stories: "500" };

export const usage = `npm run fuzz -- [options]

Sends requests generated from openapi.json to the built server: valid ones, ones at the limits and hostile ones.
Requests that the contract allows must not be refused as INVALID_ARGUMENT, and requests that it refuses must not succeed.
Prints a summary of the replies and times, and each defect as a shell command. Exits with 1 if there is a defect.

  --seed N         the same seed sends the same requests (default: random)
  --count N        number of requests (50000)
  --operation TEXT only operations whose path contains this, such as /v2/users
  --cpu            instead of random requests, sends all that are built to be expensive, and compares the CPU time of three
                   sizes of each: work that grows faster than a request is a defect. Takes some minutes.
  --editing        instead of requests, 500 stories of clients that edit one editor while replies are lost, updates arrive
                   late and twice, and logs are folded; then twenty hostile messages per story over WebSockets. --count N
                   sets the number of stories.
  --help           this text
`;

/** Reads the command line. @returns undefined if it asks for help. @throws Error that names the mistake. */
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
