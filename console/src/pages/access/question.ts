/** A question about access, as the address keeps it. */
export interface Question {
  organizationId: string;
  userId: string;
  type: "organization" | "folder" | "document";
  /** Id of the folder or document; for the organization its own. */
  id: string;
  action: "read" | "write";
}

/** The question in the values of the address; undefined while it is not complete. */
export function questionIn(values: Record<string, string | undefined>): Question | undefined {
  const { organization: organizationId, user: userId, what, id, action } = values;
  if (!organizationId || !userId) return undefined;
  const type = what === "folder" || what === "document" ? what : "organization";
  if (type !== "organization" && !id) return undefined;
  return {
    ...{ organizationId, userId, type },
    id: type === "organization" ? organizationId : (id ?? ""),
    action: action === "write" ? "write" : "read",
  };
}
