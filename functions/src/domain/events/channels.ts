import type { WebhookEvent } from "./webhook-event.ts";

/** The channels of an event: its organization and its document (docs/behaviour.md#webhook-endpoints). */
export function channelsOf({ data: { metadata } }: WebhookEvent): string[] {
  const { organizationId, documentId } = metadata;
  return [
    ...(organizationId === undefined ? [] : [`organization:${organizationId}`]),
    ...(documentId === undefined ? [] : [`document:${documentId}`]),
  ];
}
