import { styleText } from "node:util";
import { describeCredentials, type WorkspaceCredentials } from "../../server/src/data/credentials.ts";
import { writeCurlOptions } from "../../server/src/data/curl-options.ts";
import type { HostSettings } from "../../server/src/settings/settings.ts";
import { exampleCall, shortExampleCall } from "../../server/src/welcome.ts";

/**
 * What is printed of the demo: its credentials with a call to try; where output goes to a log, in which no secret must land, a
 * call that takes them from a file in the data folder, which it writes.
 * @param folder the data folder as it was named.
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
  return `A demo world is loaded, ${demo.workspaceName}. Its tokens are shown on a terminal alone; this calls with them:\n\n${shortExampleCall(settings, settings.port, file)}`;
}
