import type { Client } from "../../session/clients.ts";

/** An organization, and how to reach it. */
export interface OrganizationPlace {
  client: Client;
  apiKey: string;
  organizationId: string;
}

/** A document, and how to reach it. */
export interface DocumentPlace extends OrganizationPlace {
  documentId: string;
}

/** A user group, and how to reach it. */
export interface GroupPlace extends OrganizationPlace {
  groupId: string;
}
