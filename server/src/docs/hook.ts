import docsHook from "@atrium/functions/api/docs/hook";
import type { Response } from "@atrium/functions/http/response";
import type { StoreReader } from "@atrium/functions/store/port";
import { recordedAddress } from "../data/server-address.ts";

/** The address assumed for a server that has not recorded its own. */
const USUAL_ADDRESS = "http://127.0.0.1:5050";

/**
 * Accepts every webhook without reading it, so that test messages from the documentation are delivered without a
 * receiver.
 */
export function acceptWebhook(): Response {
  return { status: 204, headers: {}, body: "" };
}

/** The address to which the demo's webhook endpoints deliver: this page, on the server that was started last. */
export async function hookAddress(store: StoreReader): Promise<string> {
  return `${(await recordedAddress(store))?.address ?? USUAL_ADDRESS}${docsHook.path}`;
}
