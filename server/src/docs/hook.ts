import { page } from "@atrium/functions/http/page/declaration";
import type { StoreReader } from "@atrium/functions/store/port";
import { notedAddress } from "../data/server-address.ts";

const path = "/docs/hook";

/** The address of a server that has not recorded its own. */
const USUAL_ADDRESS = "http://127.0.0.1:5050";

/** Accepts every webhook, without reading it: what the documentation sends for a test is delivered, and nobody has to listen. */
export const docsHook = page({
  path,
  method: "POST",
  summary: "Accept the webhooks that the documentation page sends for a test.",
  answer: () => ({ status: 204, headers: {}, body: "" }),
});

/** The address that the demo's webhook endpoints deliver to: the page above, of the server that was started last. */
export async function hookAddress(store: StoreReader): Promise<string> {
  return `${(await notedAddress(store)) ?? USUAL_ADDRESS}${path}`;
}
