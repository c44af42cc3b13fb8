import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { derivedKey } from "#platform/crypto/secrets";
import { contractCheck } from "#platform/shapes/contract-check";
import { AccessRole, Id } from "#platform/shapes/fields";
import { EARLIEST_EXPIRY_MS, ResourceType } from "./permission.ts";

/** One answer of a permission provider, as it is signed. `expiresAt` is in ms since 1970; fractions are floored. */
export const SignedPermission = z.object({
  userId: Id,
  resourceId: Id,
  type: ResourceType,
  organizationId: Id.optional(),
  hasAccess: z.boolean(),
  accessRole: AccessRole.optional(),
  expiresAt: z
    .number()
    .check(
      contractCheck(
        { minimum: EARLIEST_EXPIRY_MS },
        (ms: number) => ms >= EARLIEST_EXPIRY_MS,
        "must be in milliseconds since 1970, not in seconds.",
      ),
    )
    .optional(),
});

/** The fields that a signature covers. */
interface Signed {
  userId: string;
  resourceId: string;
  type: string;
  organizationId?: string | null | undefined;
  hasAccess: boolean;
  accessRole?: string | null | undefined;
  expiresAt?: number | null | undefined;
}

/** What is needed to sign for an API key: its id and the service's encryption key. */
export interface Signer {
  encryptionKey: Uint8Array;
  apiKey: { apiKeyId: string };
}

/** HMAC-SHA256 over the permissions in their order, as 64 hexadecimal digits. It is valid for one API key. */
export function signPermissions(signer: Signer, permissions: readonly Signed[]): string {
  return digest(signer, permissions).toString("hex");
}

/** Whether the signature matches these permissions, compared in constant time. */
export function isSignatureOf(signer: Signer, permissions: readonly Signed[], signature: string): boolean {
  const expected = digest(signer, permissions);
  const actual = Buffer.from(signature, "hex");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function digest({ encryptionKey, apiKey }: Signer, permissions: readonly Signed[]): Buffer {
  const rows = permissions.map(({ userId, resourceId, type, organizationId, hasAccess, accessRole, expiresAt }) => [
    ...[userId, resourceId, type, organizationId ?? null],
    ...[hasAccess, accessRole ?? null, expiresAt == null ? null : Math.floor(expiresAt)],
  ]);
  const key = derivedKey(encryptionKey, "permission provider signature");
  return createHmac("sha256", key)
    .update(JSON.stringify([apiKey.apiKeyId, rows]))
    .digest();
}
