const format = new Intl.NumberFormat("en");
/** Irregular singular and plural names of record kinds. */
const nouns: { [kind: string]: [string, string] } = {
  apiKey: ["API key", "API keys"],
  webhookEndpoint: ["webhook endpoint", "webhook endpoints"],
  config: ["configuration", "configurations"],
  groupMember: ["group member", "group members"],
  activity: ["activity", "activities"],
  presence: ["person present", "people present"],
  liveState: ["live state", "live states"],
  crdt: ["editor", "editors"],
  commentAnnotation: ["comment thread", "comment threads"],
  inboxEntry: ["inbox entry", "inbox entries"],
  notificationPreference: ["notification preference", "notification preferences"],
};

/** A whole number formatted for people: `36,493`. */
export function count(value: number): string {
  return format.format(value);
}

/** `2 organizations, 816 users`. */
export function listKinds(perKind: { [kind: string]: number | undefined }): string {
  const parts = Object.entries(perKind).map(([kind, number = 0]) => {
    const [one, several] = nouns[kind] ?? [kind, `${kind}s`];
    return `${count(number)} ${number === 1 ? one : several}`;
  });
  return parts.join(", ") || "nothing";
}
