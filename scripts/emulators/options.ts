import { parseArgs } from "node:util";
import { EmulatorsError } from "./error.ts";
import { VERSION } from "./firebase-tools.ts";

/** The options of the command line. */
export interface EmulatorOptions {
  store: "firestore" | "sqlite";
  /** Host and port of a Firestore emulator that is already running, from `FIRESTORE_EMULATOR_HOST`. */
  runningFirestore?: string | undefined;
  startsFirestore: boolean;
  /** Port of hosting. */
  port: number;
  /** Whether a port was given for hosting; the other emulators then use the ports after it. */
  isPortGiven: boolean;
  /** Folder of the data, the secrets and the emulators' project. */
  data: string;
  /** Whether all output of the emulators is shown. */
  isVerbose: boolean;
  isHelp: boolean;
}

const DEFAULT_PORT = 5050;

/** The text of `--help`. */
export const help = `Usage: npm run emulators -- [options]

Builds the functions and runs them in the Firebase emulator suite (hosting, functions, tasks, Firestore)
with a demo world in it. It fetches firebase-tools once; apart from that it needs no network and no account.
A signal saves the data of the Firestore emulator and ends everything; another one after 10 s ends it by force.
Tokens are shown only on a terminal; a log gets an example call that reads them from atrium.curl in the data folder.

Options:
  --store <store>   firestore: the Firestore emulator, which needs Java 21 (default)
                    sqlite: a file instead of Firestore
  --port <port>     port of hosting; the other emulators use the ports after it (default: ${DEFAULT_PORT},
                    the others as in firebase.json)
  --data <folder>   folder of data and secrets (default: .atrium-emulators)
  --verbose         show all output of the emulators
  --help            show this

The environment variables of \`npm start\` that concern calls apply here too, such as HEADER_BRAND and RATE_LIMIT_PER_MINUTE.
If FIRESTORE_EMULATOR_HOST is set, the Firestore emulator there is used, and none is started.
FIRESTORE_EMULATOR_BINARY_PATH names the jar of a Firestore emulator. Without it the jar is the newest that
\`npx firebase-tools@${VERSION} setup:emulators:firestore\` has fetched, below FIREBASE_EMULATORS_PATH or
~/.cache/firebase/emulators, or the one of Google's packages.
ATRIUM_FIREBASE_TOOLS names the folder of an installed firebase-tools to use instead of the fetched one.

Ports without --port: hosting ${DEFAULT_PORT}, functions 5001, Firestore 8080 and 9150, tasks 9499, eventarc 9299, hub 4400,
logging 4500.

Example:
  $ npm run emulators -- --store=sqlite`;

/** Reads the command line. @throws EmulatorsError naming the option. */
export function parseOptions(args: string[], environment = process.env): EmulatorOptions {
  const { store, port, data, verbose, help } = parse(args);
  if (store !== "firestore" && store !== "sqlite")
    throw new EmulatorsError(`--store must be firestore or sqlite, not "${store}".`);
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  // The other emulators need the ports after it.
  if (!Number.isInteger(number) || number < 1 || number > 65_500)
    throw new EmulatorsError(`--port must be a port up to 65500, not "${port}".`);
  const runningFirestore = store === "firestore" ? environment.FIRESTORE_EMULATOR_HOST || undefined : undefined;
  return {
    store,
    runningFirestore,
    startsFirestore: store === "firestore" && !runningFirestore,
    port: number,
    isPortGiven: port !== undefined,
    data,
    isVerbose: verbose,
    isHelp: help,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        store: { type: "string", default: "firestore" },
        port: { type: "string" },
        data: { type: "string", default: ".atrium-emulators" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false, short: "h" },
      },
    }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split(". ");
    throw new EmulatorsError(`${reason}. \`npm run emulators -- --help\` shows the options.`);
  }
}
