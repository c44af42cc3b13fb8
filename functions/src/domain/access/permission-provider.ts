import * as z from "zod";
import { AccessRole } from "#platform/fields";
import type { ProviderAnswer } from "./decide-access.ts";
import type { ResourceType } from "./permission.ts";

/** On what occasion a provider is asked (docs/behaviour.md#permission-provider). */
export type ProviderSource = "identify" | "setDocuments" | "getNotifications" | "setNotifications";

/** What a customer's permission provider is asked about one user. */
export interface ProviderQuestion {
  userId: string;
  resource: {
    id: string;
    type: ResourceType;
    source: ProviderSource;
    organizationId: string;
    /** The folder that it stands in; missing at the top. */
    parentFolderId?: string | undefined;
  };
}

/** What a provider said; undefined: nothing that could be understood. */
export type ProviderVerdict = ProviderAnswer["answer"];

const Reply = z.object({
  success: z.literal(true).nullish(),
  statusCode: z.literal(200).nullish(),
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
type Said = z.infer<typeof Reply>["data"][number];

/** The body of a call to a provider. */
export function providerRequest(questions: readonly ProviderQuestion[]): string {
  return JSON.stringify({ data: { requests: questions } });
}

/**
 * Reads a reply: one verdict for each question, in order. A question that is answered twice is not answered.
 * @returns undefined when the reply has not the form that it must have.
 */
export function readProviderReply(body: string, questions: readonly ProviderQuestion[]): ProviderVerdict[] | undefined {
  const parsed = Reply.safeParse(json(body));
  if (!parsed.success) return undefined;
  const byPair = Map.groupBy(parsed.data.data, ({ userId, resourceId }) => JSON.stringify([userId, resourceId]));
  return questions.map((question) => {
    const { userId, resource } = question;
    const about = byPair.get(JSON.stringify([userId, resource.id])) ?? [];
    const [said, ...more] = about.filter((one) => isAbout(one, question));
    return said && more.length === 0 ? verdictOf(said) : undefined;
  });
}

function isAbout({ type, organizationId }: Said, { resource }: ProviderQuestion): boolean {
  return type === resource.type && (organizationId ?? resource.organizationId) === resource.organizationId;
}

function verdictOf({ hasAccess, accessRole, expiresAt }: Said): ProviderVerdict {
  return {
    hasAccess,
    ...(accessRole && { accessRole }),
    // Roles end with a second: rather a moment too early.
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
