import type { program } from "../../server/src/commands/program.ts";

type Command = ReturnType<typeof program>;
type Argument = Command["registeredArguments"][number];
type Option = Command["options"][number];

/** `docs/command-line.md`: every command with its arguments and options, as `--help` shows them. */
export function renderCommandLinePage(program: Command): string {
  const commands = program.commands.flatMap(leaves);
  return `# The command line

\`npx atrium\` works on the data folder of a server, even while the server runs. Each command prints its result and exits with 0, or
says in one line what is wrong and exits with 1. \`npx atrium COMMAND --help\` shows examples. Written by \`npm run gen\`.

${commands.map(section).join("\n")}`;
}

/** A command, or those below it. */
function leaves(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
}

function section(command: Command): string {
  const { registeredArguments } = command;
  const names = [command.name(), ...registeredArguments.map(argumentOf)];
  for (let above = command.parent; above; above = above.parent) names.unshift(above.name());
  const rows = [
    ...registeredArguments.map((argument) => [argumentOf(argument), withChoices(argument)]),
    ...command.options.map((option) => [option.flags, withChoices(option) + usual(option)]),
  ].map(([name, text = ""]) => `| \`${name}\` | ${text.replaceAll("|", "\\|")} |\n`);
  return `## \`${names.join(" ")}\`\n${sentence(command.description())}\n\n| | |\n|---|---|\n${rows.join("")}`;
}

function argumentOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function withChoices({ description, argChoices }: Argument | Option): string {
  return argChoices ? `${description}: ${argChoices.map((one) => `\`${one}\``).join(", ")}` : description;
}

/** What an option is when it is left out. */
function usual({ mandatory, defaultValue, defaultValueDescription }: Option): string {
  if (mandatory) return " (required)";
  const value = defaultValueDescription ?? defaultValue;
  return value === undefined ? "" : ` (default: ${value})`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
