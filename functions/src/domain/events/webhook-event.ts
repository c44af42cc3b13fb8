/** An event as stored and sent. */
export interface WebhookEvent extends EventPreferences {
  /** An event type, such as `comment_annotation.assign`. */
  type: string;
  /** The subject of the type, such as `comment`. */
  source: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Data of the type, with the place in `metadata`. */
  data: { metadata: EventMetadata } & Record<string, unknown>;
  /** Users whom the event's thread names although they may not see it; for basic webhooks. */
  accessDeniedUsers?: string[];
}

/** Where an event happened. */
interface EventMetadata {
  apiKey: string;
  organizationId?: string;
  documentId?: string;
  /** The organization and document, with names and the customer's own fields, as they were when the event was sent. */
  organization?: object;
  document?: object;
}

/** People's notification preferences by user id: for the document, or for the organization. */
export interface EventPreferences {
  usersDocumentNotificationsConfig?: Record<string, object>;
  usersOrganizationNotificationsConfig?: Record<string, object>;
}
