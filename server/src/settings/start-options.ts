import { parseArgs } from "node:util";
import { nearest } from "@atrium/functions/http/hints/nearest";
import { SettingsError } from "./environment.ts";
import options from "./start-options.json" with { type: "json" };

/** The parsed arguments of `npm start --`. */
export interface StartOptions {
  /** Whether to print the help instead of starting. */
  isHelp: boolean;
  /** The options, by the variables that they set. */
  variables: Record<string, string>;
}

const names = options.map(({ name }) => name);

/** Reads the arguments of `npm start --`. @throws SettingsError for an unknown option or one without a value. */
export function readOptions(args: string[]): StartOptions {
  try {
    const strings = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    const parsed = parseArgs({ args, options: { ...strings, help: { type: "boolean", short: "h" } } });
    const values: Record<string, unknown> = parsed.values;
    const set = options.filter(({ name }) => values[name] !== undefined);
    const variables = Object.fromEntries(set.map(({ name, variable }) => [variable, String(values[name])]));
    return { isHelp: values.help === true, variables };
  } catch (error) {
    const [, unknown = ""] = /^Unknown option '--([^']+)'/.exec((error as Error).message) ?? [];
    const suggestion = nearest(unknown, names);
    const [sentence] = (error as Error).message.split(/(?<=\.) /);
    throw new SettingsError(
      `${sentence?.replace(/(?<!\.)$/, ".")} ${suggestion ? `Did you mean --${suggestion}?` : "`npm start -- --help` lists the options."}`,
    );
  }
}

/** The help of `npm start`. */
export function startHelp(): string {
  const width = Math.max(...options.map(({ name, value }) => `--${name} ${value}`.length));
  const lines = options.map(
    ({ name, value, variable, description }) =>
      `  ${`--${name} ${value}`.padEnd(width)}  ${description}; or the variable ${variable}`,
  );
  return ["Usage: npm start -- [options]", "", ...lines, "", "docs/settings.md lists all variables."].join("\n");
}
