import { resolve } from "node:path";
import type { Command } from "commander";
import { hasData } from "../data/data-folder.ts";
import { visibleText } from "../log/visible-text.ts";
import { importLines } from "../transfer/import/import.ts";
import type { ImportResult } from "../transfer/import/report.ts";
import { type Line, openSource, readLines } from "../transfer/lines.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print, withService } from "./options/data.ts";
import { path } from "./options/path.ts";
import { findSecret, type SealingOptions, withSealing } from "./options/sealing.ts";
import { count, listKinds } from "./output/numbers.ts";
import { Progress } from "./output/progress.ts";

/** `import`. */
export function importCommand(): Command {
  const command = dataCommand(
    "import",
    "load JSON lines, optionally compressed with gzip; - reads standard input",
    "import world.jsonl.gz",
  )
    .argument("<file>", "the file", path)
    .option(
      "--api-key <id>",
      "load everything into this key (default: the keys named in the file, else the oldest key)",
    );
  return withSealing(command)
    .addHelpText("after", "\nLoading a file twice changes nothing. Repeat an interrupted import to complete it.")
    .action(async (file: string, options: DataOptions & SealingOptions & { apiKey?: string }) => {
      const started = performance.now();
      const source = openSource(file);
      const lines = await startWith(readLines(source.stream), options);
      const progress = new Progress(source.size, "Importing");
      const result = await withService(options, { isNew: true }, (context) =>
        importLines(context, lines, {
          apiKeyId: options.apiKey,
          secret: findSecret(options),
          onProgress: (number) => progress.update(source.taken(), `${count(number)} lines`),
        }),
      ).finally(() => progress.stop());
      report(options, result, (performance.now() - started) / 1000);
    });
}

/** An unsuitable file must not leave an empty data folder behind. */
async function startWith(lines: AsyncGenerator<Line[]>, { data }: DataOptions): Promise<AsyncGenerator<Line[]>> {
  if (hasData(data)) return lines;
  const first = await lines.next();
  const text = first.value?.find((line: Line) => line.text?.trim() !== "")?.text;
  if (!text?.includes('"workspace"'))
    throw new CommandError(
      `There is no data in ${resolve(data)} yet, and the file does not begin with a workspace. Start the server with \`npm start\`, or create a workspace with \`npx atrium workspace create --email you@example.com\`.`,
    );
  return (async function* () {
    yield first.value;
    yield* lines;
  })();
}

function report(
  options: DataOptions,
  { problems, apiKeys, made, isSealed, ...result }: ImportResult,
  seconds: number,
): void {
  for (const { line, reason } of problems) console.error(`line ${line}: ${visibleText(reason)}`);
  if (result.skipped > problems.length) console.error(`… and ${count(result.skipped - problems.length)} more.`);
  if (result.skipped > 0) process.exitCode = 1;
  if (isSealed)
    console.error(
      "Left out: the secrets in the file, such as tokens. To include them, import the file again with the --passphrase-file or --key-file of the export.",
    );
  const speed = seconds > 0 ? `, ${count(Math.round(result.records / seconds))} a second` : "";
  const text = [
    `Imported ${count(result.records)} records in ${seconds.toFixed(1)} s${speed}: ${listKinds(result.perKind)}.`,
    ...(apiKeys.length > 0 ? [`Into ${apiKeys.join(", ")}.`] : []),
    ...(made.length > 0 ? ["`npx atrium credentials` shows the tokens that were created."] : []),
    ...(result.skipped > 0
      ? [`${count(result.skipped)} ${result.skipped === 1 ? "line was" : "lines were"} not imported.`]
      : []),
    ...(result.hasNoEnd
      ? ["The file has no end line (of the kind leftOut), which every export has: it may have been cut off."]
      : []),
  ];
  print(options, { ...result, seconds: Math.round(seconds * 1000) / 1000, apiKeys, made }, text.join("\n"));
}
