import type { Client } from "../../session/clients.ts";

/** An API key, and the client that has its rights. */
export interface KeyClient {
  client: Client;
  apiKey: string;
}
