/** Names of fields whose text is an id, a type, a status, a channel or a time: never personal data or free text. */
const NOT_PERSONAL =
  /^(id|apiKey|type|status|moderation|[a-z]+Ids?|[a-z]+[A-Za-z]*(Id|Ids|Type|Role)|reason|channels|createdAt|lastUpdated?)$/;

const user = ["userId"];
const file = ["attachmentId", "mimeType", "type", "size", "version"];

/** Fields of which only these inner ones are known not to be personal: others are the customer's own, or free text. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    actionUser: user,
    assignedTo: user,
    contact: user,
    from: user,
    resolvedByUser: user,
    agent: ["agentId", "executionId", "agentType"],
    attachments: file,
    assets: file,
    assetsAllVersions: file,
    crdtData: ["id", "lastUpdatedBy", "lastUpdate", "sessionId", "isTruncated"],
    customList: ["id"],
    location: ["id"],
    metadata: ["apiKey", "organizationId", "documentId"],
    suggestion: ["targetId", "targetType", "status", "driftDetected"],
    context: [],
    pageInfo: [],
    transcription: [],
  }),
);

/** Removes names, e-mail addresses and free text from the data of an event; ids, types, statuses and times are kept. */
export function withoutPersonalData<T>(value: T): T {
  return strip(value, "") as T;
}

function strip(value: unknown, field: string): unknown {
  if (typeof value === "string") return NOT_PERSONAL.test(field) || field === "lastUpdatedBy" ? value : undefined;
  if (Array.isArray(value)) return value.map((one) => strip(one, field)).filter((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return value;
  // A live state is the customer's own, whatever its field names are. Receivers expect an object, so an empty one stays.
  if (field === "data") return {};
  const names = KEPT.get(field);
  if (names?.length === 0) return undefined;
  const entries = Object.entries(value)
    .filter(([name]) => names?.includes(name) ?? true)
    .map(([name, inner]) => [name, strip(inner, name)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
