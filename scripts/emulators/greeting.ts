import { join } from "node:path";
import { styleText } from "node:util";
import { describeCredentials, type WorkspaceCredentials } from "../../server/src/data/credentials.ts";
import { writeCurlOptions } from "../../server/src/data/curl-options.ts";
import type { HostSettings } from "../../server/src/settings/settings.ts";
import { exampleCall, shortExampleCall } from "../../server/src/welcome.ts";
import type { EmulatorOptions } from "./options.ts";

/**
 * What is printed about the demo: its credentials and an example call. If the output goes to a log, which must not
 * contain secrets, it prints a call that reads them from a file in the data folder, and writes that file.
 * @param folder the data folder as named on the command line.
 */
export function greeting(
  demo: WorkspaceCredentials,
  { settings, folder, isTerminal }: { settings: HostSettings; folder: string; isTerminal: boolean },
): string {
  if (isTerminal) {
    const tryIt = styleText("bold", "Try it:", { stream: process.stdout });
    return `${describeCredentials(demo)}\n\n${tryIt}\n\n${exampleCall(settings, settings.port, demo)}`;
  }
  const file = writeCurlOptions(folder, settings.service.headerBrand, demo);
  return `The emulators hold the workspace ${demo.workspaceName}. Its tokens are shown only on a terminal; this example call uses them:\n\n${shortExampleCall(settings, settings.port, file)}`;
}

/** What is printed when the emulators end although nobody has stopped them. */
export function unexpectedEnd({ data, startsFirestore }: Pick<EmulatorOptions, "data" | "startsFirestore">): string {
  const log = join(data, "project", "firebase-debug.log");
  const loss = startsFirestore
    ? " What was written since the start is lost, because it is saved when they are stopped."
    : "";
  return `The emulators have ended by themselves; the end of ${log} says why.${loss} Start them again.`;
}
