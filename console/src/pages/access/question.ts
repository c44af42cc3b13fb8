/** A question about access, as kept in the address. */
export interface Question {
  organizationId: string;
  userId: string;
  type: "organization" | "folder" | "document";
  /** Id of the folder or document, or of the organization itself. */
  id: string;
  action: "read" | "write";
}

/** The question in the address; undefined while it is incomplete. */
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
