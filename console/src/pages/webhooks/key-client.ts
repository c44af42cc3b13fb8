import type { Client } from "../../session/clients.ts";

/** An API key, and a client with its rights. */
export interface KeyClient {
  client: Client;
  apiKey: string;
}
