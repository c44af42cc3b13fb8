import * as z from "zod";
import { AccessRole } from "#platform/shapes/fields";
import type { ProviderAnswer } from "./decide-access.ts";
import type { ResourceType } from "./permission.ts";

/** The operation for which the provider is asked (docs/behaviour.md#permission-provider). */
export type ProviderSource = "identify" | "setDocuments" | "getNotifications" | "setNotifications";

/** A question to a customer's permission provider about one user and one resource. */
export interface ProviderQuestion {
  userId: string;
  resource: {
    id: string;
    type: ResourceType;
    source: ProviderSource;
    organizationId: string;
    /** The parent folder; missing at the top. */
    parentFolderId?: string | undefined;
  };
}

/** The provider's answer about one question; undefined without a valid answer. */
export type ProviderVerdict = ProviderAnswer["answer"];

const Reply = z.object({
  success: z.literal(true).nullish(),
  statusCode: z.literal(200).nullish(),
  /** Generated for `data` by /v2/auth/generate_signature. */
  signature: z.string().nullish(),
  data: z.array(
    z.object({
      userId: z.string(),
      resourceId: z.string(),
      type: z.string(),
      organizationId: z.string().nullish(),
      hasAccess: z.boolean(),
      accessRole: AccessRole.nullish(),
      /** Milliseconds since 1970. */
      expiresAt: z.number().nullish(),
    }),
  ),
});
type ReplyEntry = z.infer<typeof Reply>["data"][number];

/** Whether a signature belongs to the entries of a reply. */
export type CheckSignature = (entries: readonly ReplyEntry[], signature: string) => boolean;

/** The request body for a provider. */
export function providerRequest(questions: readonly ProviderQuestion[]): string {
  return JSON.stringify({ data: { requests: questions } });
}

/**
 * Reads a reply.
 * @returns one verdict for each question, in order, or the reason why the reply is rejected. A question that is
 * answered more than once has no verdict.
 */
export function readProviderReply(
  body: string,
  questions: readonly ProviderQuestion[],
  isSigned: CheckSignature,
): ProviderVerdict[] | { failure: string } {
  const parsed = Reply.safeParse(json(body));
  if (!parsed.success) return { failure: "its answer does not have the required form" };
  const { data, signature } = parsed.data;
  if (signature && !isSigned(data, signature)) return { failure: "its answer has a wrong signature" };
  const byPair = Map.groupBy(data, ({ userId, resourceId }) => JSON.stringify([userId, resourceId]));
  return questions.map((question) => {
    const { userId, resource } = question;
    const entries = byPair.get(JSON.stringify([userId, resource.id])) ?? [];
    const [entry, ...duplicates] = entries.filter((each) => answers(each, question));
    return entry && duplicates.length === 0 ? verdictOf(entry) : undefined;
  });
}

function answers({ type, organizationId }: ReplyEntry, { resource }: ProviderQuestion): boolean {
  return type === resource.type && (organizationId ?? resource.organizationId) === resource.organizationId;
}

function verdictOf({ hasAccess, accessRole, expiresAt }: ReplyEntry): ProviderVerdict {
  return {
    hasAccess,
    ...(accessRole && { accessRole }),
    // Roles end on a full second: rounding down ends them slightly early rather than late.
    ...(typeof expiresAt === "number" && { expiresAt: Math.floor(expiresAt / 1000) }),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
