import type { Page } from "@atrium/client";
import type { FormValue } from "../../forms/form-value.ts";
import type { Client } from "../../session/clients.ts";

/** The result of a call. */
export interface Outcome extends Pick<Page<unknown>, "data" | "message" | "requestId" | "pageToken"> {
  /** Time from the request to the whole reply, ms. */
  duration: number;
}

type Method = (input: FormValue) => Promise<Page<unknown>>;

/**
 * Calls the endpoint at a path with the client of the service.
 * @throws AtriumError of the call.
 */
export async function callEndpoint(client: Client, path: string, input: FormValue): Promise<Outcome> {
  const names = path.split("/").slice(2);
  // The client's methods are nested like the paths of the contract.
  const method = names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], client) as Method;
  const start = performance.now();
  const { data, message, requestId, pageToken } = await method(input);
  return { data, message, requestId, pageToken, duration: performance.now() - start };
}
