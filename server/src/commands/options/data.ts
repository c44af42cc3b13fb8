import type { Context } from "@atrium/functions/context";
import { Command, Option } from "commander";
import { noteCommand } from "../../data/command-notes.ts";
import { type ReadOnlyData, readData, requireData, secretsFile } from "../../data/data-folder.ts";
import { requireMatchingKey } from "../../data/key-check.ts";
import { createLog } from "../../log/log.ts";
import { visibleJson, visibleLines } from "../../log/visible-text.ts";
import { openService } from "../../service.ts";
import { Environment } from "../../settings/environment.ts";
import { readSettings } from "../../settings/settings.ts";
import { withDeployment } from "./deployment.ts";
import { path as readPath } from "./path.ts";

/** Options of every command. */
export interface DataOptions {
  /** The data folder. */
  data: string;
  /** Id of the Firebase project whose deployment the command works on, instead of a data folder. */
  firestore?: string;
  /** Machine-readable output on standard output. */
  json?: true;
}

/**
 * A command on the data folder, with an example in its help.
 * @param path its full name, including parent commands, such as `token reset`.
 * @throws SettingsError if ATRIUM_DATA is only white space.
 */
export function dataCommand(path: string, description: string, example: string): Command {
  return new Command(path.split(" ").at(-1))
    .description(description)
    .addOption(
      new Option("--data <folder>", "the data folder")
        .argParser(readPath)
        .default(new Environment(process.env).get("ATRIUM_DATA") ?? ".atrium", "ATRIUM_DATA, else .atrium"),
    )
    .option("--json", "print machine-readable output")
    .addHelpText("after", `\nExample:\n  $ npx atrium ${example}`);
}

/** A command that works on the data folder or, with `--firestore`, on a deployment. */
export function dataOrDeploymentCommand(path: string, description: string, example: string): Command {
  const secret = "ATRIUM_ENCRYPTION_KEY";
  return dataCommand(path, description, example)
    .option("--firestore <project>", "work on the deployment in this Firebase project")
    .addHelpText(
      "after",
      `  $ firebase functions:secrets:access ${secret} | npx atrium ${example} --firestore my-project` +
        "\n\nA deployment is opened with the credentials of `gcloud auth application-default login`; pass its encryption key on" +
        "\nstandard input.",
    );
}

/**
 * Opens the data folder for writing, even while a server runs, or the deployment, and closes it after `body`.
 * @param isNew whether to create the data if the folder has none.
 * @throws DataFileError, CommandError
 */
export async function withService<T>(
  options: DataOptions,
  { isNew }: { isNew: boolean },
  body: (context: Context) => Promise<T>,
): Promise<T> {
  const { data, firestore } = options;
  if (firestore !== undefined) return withDeployment(firestore, body);
  if (!isNew) requireData(data);
  const { context, queue } = await openService({ ...readSettings(process.env), dataFolder: data }, createLog("silent"));
  try {
    return await body(context);
  } finally {
    // Also after a failure, because part of the work may be done. Without the note, caches expire within a minute.
    await noteCommand(context.store).catch(() => undefined);
    // The command finishes its own tasks; other tasks are left to the server.
    await queue.stop(Number.POSITIVE_INFINITY);
    await context.store.close();
  }
}

/** Opens the data folder read-only, and closes it after `body`. @throws DataFileError */
export async function withData<T>({ data }: DataOptions, body: (data: ReadOnlyData) => Promise<T>): Promise<T> {
  const opened = await readData(data);
  try {
    await requireMatchingKey(opened.snapshot, opened.encryptionKey, secretsFile(data));
    return await body(opened);
  } finally {
    await opened.snapshot.close();
  }
}

/** Prints a result: as JSON if requested, otherwise as plain text, in which names can't control the terminal. */
export function print({ json }: Pick<DataOptions, "json">, result: object, text: string): void {
  console.log(json ? visibleJson(JSON.stringify(result)) : visibleLines(text));
}
