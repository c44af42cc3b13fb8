import { createTimedClient as createTimedCoreClient } from "../create-client.ts";
import type { AtriumClient } from "../generated/api.ts";
import { type ClientOptions, checkOptions } from "../options.ts";
import { realTiming, type Timing } from "../timing.ts";
import { type DocumentPlace, LiveDocument } from "./live-document.ts";
import { Pace } from "./pace.ts";
import { watchTokens } from "./tokens.ts";

/** A client that can also follow documents and edit them together with others. */
export interface RealtimeClient extends AtriumClient {
  /** A document to follow and edit. It connects when it is first used. */
  document(place: DocumentPlace): LiveDocument;
}

/**
 * As `createClient` of `@atrium/client`, with documents as well.
 * @throws AtriumError INVALID_ARGUMENT that names the invalid option.
 */
export function createClient(options: ClientOptions): RealtimeClient {
  return createTimedClient(options, realTiming);
}

/** As `createClient`, with the clock and timers of `timing`. */
export function createTimedClient(options: ClientOptions, timing: Timing): RealtimeClient {
  const { userToken, lastToken } = watchTokens(options.userToken, timing);
  const atrium = createTimedCoreClient({ ...options, userToken }, timing);
  const { baseUrl, fetch, signal } = checkOptions(options);
  const connection = { atrium, baseUrl, userToken, lastToken, fetch, signal, timing, pace: new Pace(timing) };
  const document = (place: DocumentPlace) => new LiveDocument(connection, place);
  return { ...atrium, document };
}
