import { createClient as createCoreClient } from "../create-client.ts";
import type { AtriumClient } from "../generated/api.ts";
import { type ClientOptions, checkOptions, type UserTokenSource } from "../options.ts";
import { realTiming } from "../timing.ts";
import { type DocumentPlace, LiveDocument } from "./live-document.ts";
import { Pace } from "./pace.ts";

/** A client with documents to follow and to edit together. */
export interface RealtimeClient extends AtriumClient {
  /** A document to follow and to edit. It connects when it is first needed. */
  document(place: DocumentPlace): LiveDocument;
}

/** As `createClient` of `@atrium/client`, with documents besides. @throws AtriumError INVALID_ARGUMENT that names the invalid option. */
export function createClient(options: ClientOptions): RealtimeClient {
  const { userToken, lastToken } = remembering(options.userToken);
  const atrium = createCoreClient({ ...options, userToken });
  const { baseUrl, fetch } = checkOptions(options);
  const timing = realTiming;
  const connection = { atrium, baseUrl, userToken, lastToken, fetch, timing, pace: new Pace(timing) };
  const document = (place: DocumentPlace) => new LiveDocument(connection, place);
  return { ...atrium, document };
}

/** The same source of tokens, and the last token that it gave. */
function remembering(source: UserTokenSource | undefined) {
  if (typeof source !== "function") return { userToken: source, lastToken: () => source };
  let last: string | undefined;
  const userToken = async () => {
    last = await source();
    return last;
  };
  return { userToken, lastToken: () => last };
}
