import { createClient as createCoreClient } from "../create-client.ts";
import type { AtriumClient } from "../generated/api.ts";
import { type ClientOptions, checkOptions } from "../options.ts";
import { realTiming } from "../timing.ts";
import { type DocumentPlace, LiveDocument } from "./live-document.ts";

/** A client with documents to follow and to edit together. */
export interface RealtimeClient extends AtriumClient {
  /** A document to follow and to edit. It connects when it is first needed. */
  document(place: DocumentPlace): LiveDocument;
}

/** As `createClient` of `@atrium/client`, with documents besides. @throws AtriumError INVALID_ARGUMENT that names the invalid option. */
export function createClient(options: ClientOptions): RealtimeClient {
  const atrium = createCoreClient(options);
  const { baseUrl, userToken, fetch } = checkOptions(options);
  const connection = { atrium, baseUrl, userToken, fetch, timing: realTiming };
  const document = (place: DocumentPlace) => new LiveDocument(connection, place);
  return { ...atrium, document };
}
