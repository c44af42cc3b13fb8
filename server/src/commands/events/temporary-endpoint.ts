import type { AtriumClient } from "@atrium/client";
import { hostTimer, waitAtMost } from "@atrium/functions/platform/async/timer";
import { isRunning } from "../../data/leftovers.ts";
import { CommandError } from "../command-error.ts";

/** How long the server may take to deliver the first message to us, in ms. */
const REACH_TIMEOUT = 10_000;
/** Marks the endpoints of this command, so that a later run finds those left by a killed one. */
const MADE_BY = "npx atrium listen";

/** A webhook endpoint that exists only while the command that created it runs. */
export interface TemporaryEndpoint {
  /** Its signing secret. */
  secret: string;
  /** Id of the message that tests the connection. */
  testId: string;
  /**
   * @param reached resolves with the test message.
   * @throws CommandError with the reason if the server does not reach the endpoint.
   */
  proveReachable(reached: Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates a webhook endpoint and has the server send it a test message.
 * @param filterTypes event types; default: all.
 * @throws AtriumError, such as FAILED_PRECONDITION if the API key has no advanced webhooks.
 */
export async function makeTemporaryEndpoint(
  atrium: AtriumClient,
  url: string,
  filterTypes: string[] | undefined,
): Promise<TemporaryEndpoint> {
  const { endpoints, deliveries } = atrium.workspace.advancedwebhook;
  await turnWebhooksOn(atrium);
  await removeLeftovers(atrium);
  const description = "Exists while `npx atrium listen` runs";
  const metadata = { madeBy: MADE_BY, processId: String(process.pid) };
  const { id: endpointId } = (await endpoints.create({ url, description, metadata, filterTypes })).data;
  const remove = async () => void (await endpoints.delete({ endpointId }, { retries: 0 }));
  try {
    const { secret } = (await endpoints.secret.get({ endpointId })).data;
    const { messageId: testId } = (await endpoints.test({ endpointId })).data;
    const proveReachable = async (reached: Promise<void>) => {
      let isReached = false;
      const arrival = reached.then(() => {
        isReached = true;
      });
      await waitAtMost(REACH_TIMEOUT, arrival, hostTimer);
      if (isReached) return;
      const [delivery] = (await deliveries.get({ endpointId })).data;
      const error = delivery?.attempts.at(-1)?.error ?? "no message has arrived.";
      throw new CommandError(`The server can't reach ${url}: ${error}`);
    };
    return { secret, testId, proveReachable, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function turnWebhooksOn({ workspace: { advancedwebhookconfig } }: AtriumClient): Promise<void> {
  const { isEnabled } = (await advancedwebhookconfig.get()).data;
  if (isEnabled) return;
  await advancedwebhookconfig.update({ isEnabled: true });
  console.error("Advanced webhooks were off for this API key; they are on now.");
}

/** Removes the endpoints of killed `listen` commands. */
async function removeLeftovers({ workspace: { advancedwebhook } }: AtriumClient): Promise<void> {
  const { endpoints } = (await advancedwebhook.endpoints.get()).data;
  for (const { id: endpointId, metadata } of endpoints)
    if (metadata?.madeBy === MADE_BY && !isRunning(Number(metadata.processId)))
      await advancedwebhook.endpoints.delete({ endpointId });
}
