/** An event as stored and sent. */
export interface WebhookEvent extends EventPreferences {
  /** An event type, such as `comment_annotation.assign`. */
  type: string;
  /** The subject of the type, such as `comment`. */
  source: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Data of the type, with the ids of the place in `metadata`. */
  data: { metadata: { apiKey: string; organizationId?: string; documentId?: string } } & Record<string, unknown>;
}

/** What people chose for their notifications, by user id: for the document, or for the organization. */
export interface EventPreferences {
  usersDocumentNotificationsConfig?: Record<string, object>;
  usersOrganizationNotificationsConfig?: Record<string, object>;
}
