/** Codes between 4400 and 4499 tell stock clients not to come back; they mirror the codes of HTTP. */
export const CLOSE = {
  malformed: 4400,
  unauthenticated: 4401,
  denied: 4403,
  gone: 4404,
  restart: 1012,
  later: 1013,
} as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
