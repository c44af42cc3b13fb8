import * as z from "zod";

/** How long a session lasts at most, in ms. */
export const SESSION_TTL = 12 * 60 * 60_000;

/** How long a session lasts without being used, in ms. */
export const SESSION_IDLE_TTL = 2 * 60 * 60_000;

/** A browser session of a workspace. Its secret is in a cookie that scripts can't read. */
export const Session = z.object({
  workspaceId: z.string(),
  /** Whether the session may only read. */
  readOnly: z.boolean(),
  /** When the session ends unless it is used, in ms since 1970. */
  expiresAt: z.number(),
  /** Calls of the session must send it in the header `x-service-csrf`. */
  csrfToken: z.string(),
});
export type Session = z.infer<typeof Session>;
