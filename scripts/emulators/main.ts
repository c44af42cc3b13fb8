import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { styleText } from "node:util";
import { dataFile, makeFolder, secretsFile } from "../../server/src/data/data-folder.ts";
import { readOrMakeSecrets } from "../../server/src/data/secrets-file.ts";
import { readSettings } from "../../server/src/settings/settings.ts";
import { startFailure } from "../../server/src/start-failure.ts";
import { EmulatorsError } from "./error.ts";
import { findFirebaseTools } from "./firebase-tools.ts";
import { findEmulatorJar } from "./firestore-emulator.ts";
import { greeting, unexpectedEnd } from "./greeting.ts";
import { requireJava, WITHOUT_FIRESTORE } from "./java.ts";
import { writeLaunchJar } from "./launch-jar.ts";
import { type EmulatorOptions, help, parseOptions } from "./options.ts";
import { HOST, requireFreePorts, settleAddresses } from "./ports.ts";
import { layOutProject, PROJECT, readFirebaseJson } from "./project.ts";
import { keepSchedules } from "./schedules.ts";
import { stopOnSignals } from "./stop-signals.ts";
import { Suite } from "./suite.ts";
import { prepareFirestore, prepareSqlite } from "./world.ts";

// Writing to a closed terminal fails, which must not prevent saving the data.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
try {
  const options = parseOptions(process.argv.slice(2));
  if (options.isHelp) console.log(help);
  else await start(options);
} catch (error) {
  const failure = error instanceof EmulatorsError ? error.message : startFailure(error);
  if (failure === undefined) throw error;
  console.error(`atrium: ${failure}`);
  process.exit(1);
}

/** Starts the emulators with the demo world and prints how to call them; they run until a signal ends them. */
async function start(options: EmulatorOptions): Promise<void> {
  const { store, runningFirestore, startsFirestore, port, isVerbose } = options;
  const folder = resolve(options.data);
  const settings = { ...readSettings(process.env), host: HOST, port, dataFolder: folder };
  if (startsFirestore) requireJava();
  const emulators = settleAddresses(readFirebaseJson().emulators, options);
  await requireFreePorts(emulators);
  const tools = findFirebaseTools();
  const emulatorJar = startsFirestore ? findEmulatorJar(process.env, WITHOUT_FIRESTORE) : undefined;

  console.log("Building the functions …");
  makeFolder(folder);
  const project = join(folder, "project");
  const credentials = store === "sqlite" ? await prepareSqlite(settings) : undefined;
  const secrets = await readOrMakeSecrets(secretsFile(folder));
  await layOutProject(project, { emulators, secrets, headerBrand: settings.service.headerBrand });
  console.log("Starting the emulators …");
  const suite = new Suite({
    tools,
    project,
    hub: `http://${HOST}:${emulators.hub.port}`,
    isVerbose,
    only: ["hosting", "functions", "tasks", ...(startsFirestore ? ["firestore"] : [])],
    args: startsFirestore ? exportArguments(join(folder, "firestore")) : [],
    environment: {
      ...(store === "sqlite" && { ATRIUM_STORE: "sqlite", ATRIUM_STORE_FILE: dataFile(folder) }),
      ...(emulatorJar && { FIRESTORE_EMULATOR_BINARY_PATH: writeLaunchJar(folder, emulatorJar) }),
      ...(runningFirestore && { FIRESTORE_EMULATOR_HOST: runningFirestore }),
    },
  });
  const isStopping = stopOnSignals(suite, process);
  await suite.ready;
  void suite.ended.then(() => {
    if (isStopping()) return;
    console.error(`atrium: ${unexpectedEnd(options)}`);
    process.exit(1);
  });
  const { functions, firestore } = emulators;
  const functionsAddress = `http://${HOST}:${functions.port}`;
  await keepSchedules(functionsAddress);
  const firestoreAddress = runningFirestore ?? `${HOST}:${firestore?.port}`;
  const [demo] = credentials ?? (await prepareFirestore(settings, firestoreAddress));
  const { isTTY: isTerminal } = process.stdout;
  if (demo) console.log(`\n${greeting(demo, { settings, folder: options.data, isTerminal })}`);
  console.log(
    `\nAtrium listens on ${bold(`http://${HOST}:${port}`)} (hosting) and ${functionsAddress}/${PROJECT}/us-central1 (functions), and keeps its data in ${runningFirestore ?? options.data}.`,
  );
  console.log("The first call of each function takes a few seconds. Stop with Ctrl-C.");
}

/** Arguments that keep the Firestore emulator's data between starts. */
function exportArguments(folder: string): string[] {
  return [...(existsSync(folder) ? ["--import", folder] : []), "--export-on-exit", folder];
}

/** Bold on a terminal, plain elsewhere. */
function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}
