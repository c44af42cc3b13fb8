import { ApiError } from "#platform/error";

/** Methods with which pages and files are read. */
export const READING = ["GET", "HEAD"] as const;

/** @throws ApiError INVALID_ARGUMENT (405), with the allowed methods in `Allow`. @param hint what to do instead. */
export function requireMethod(method: string, allowed: readonly string[], hint?: string): void {
  if (allowed.includes(method)) return;
  throw new ApiError("INVALID_ARGUMENT", `The method must be ${allowed.join(" or ")}.`, {
    httpStatus: 405,
    headers: { allow: allowed.join(", ") },
    ...(hint !== undefined && { hint }),
  });
}
