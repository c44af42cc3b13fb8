import * as z from "zod";
import type { AccessChain } from "#domain/access/decide-access";
import { ExplainedChain, explainedChain } from "#domain/access/explained-chain";
import { ExplainedRule, explainedRule } from "#domain/access/explained-rule";
import { explainAccess } from "#domain/access/explanation";
import { ResourceReference } from "#domain/access/permission";
import { type ExplainedDecision, explainedDecisions } from "#domain/access/store/access-decisions";
import { resourcePlace } from "#domain/access/store/grants";
import { endpoint } from "#http/endpoint";
import { mapInSlices } from "#platform/async/time-slice";
import { AccessRole, AccessType, Id } from "#platform/shapes/fields";
import { heavyReads } from "#src/heavy-reads";

/** Maximum number of questions in one call. */
const MAX_QUESTIONS = 100;
/** A call with more questions is a heavy read: below deep folders each question needs many reads. */
const FEW_QUESTIONS = 10;

const Question = z.object({
  userId: Id,
  resource: ResourceReference,
  action: z.enum(["read", "write"]).default("read"),
});
type Question = z.output<typeof Question>;

const Answer = z.object({
  userId: z.string(),
  resource: z.object({ type: z.string(), id: z.string(), organizationId: z.string().optional() }),
  action: z.string(),
  allowed: z.boolean(),
  /** The user's role, whether or not it suffices. */
  accessRole: AccessRole.optional(),
  accessType: AccessType.optional(),
  /** When the role expires, in seconds since 1970. */
  expiresAt: z.number().optional(),
  /** A description of the rule that decided. */
  explanation: z.string(),
  rule: ExplainedRule,
  /** Omitted when the resource does not exist. */
  chain: ExplainedChain.optional(),
  errorCode: z.enum(["permission_denied", "does_not_exist"]).optional(),
});

export default endpoint({
  path: "/v2/auth/access/check",
  auth: "apiKey",
  kind: "read",
  summary:
    "Check whether users may read or write organizations, folders and documents, and which rule and which places decide.",
  input: z.object({ questions: z.array(Question).min(1).max(MAX_QUESTIONS) }),
  output: z.array(Answer),
  cost: {
    reads: 10,
    writes: 0,
    trips: 2,
    extraTrip: "The document's place is read again with its folder, so that both come from the same moment.",
  },
  example: {
    questions: [
      { userId: "ada", resource: { type: "document", id: "roadmap", organizationId: "acme" }, action: "write" },
      { userId: "lin", resource: { type: "document", id: "homepage", organizationId: "acme" } },
    ],
  },
  async handle(call, { questions }) {
    const requests = questions.map(({ userId, resource, action }) => ({
      user: { userId },
      place: resourcePlace(resource),
      action,
    }));
    const answer = async () => {
      const decisions = await explainedDecisions(call.store, call, requests);
      return toAnswers(questions, decisions, call.now());
    };
    const data =
      questions.length > FEW_QUESTIONS ? await heavyReads(call).run(call.apiKey.apiKeyId, answer) : await answer();
    return { message: "Access checked successfully.", data };
  },
});

function toAnswers(questions: Question[], decisions: ExplainedDecision[], now: number) {
  // Questions about the same user and place share a chain.
  const explanations = new Map<AccessChain, ExplainedChain>();
  const show = (chain: AccessChain) => {
    const explained = explanations.get(chain) ?? explainedChain(chain, now);
    explanations.set(chain, explained);
    return explained;
  };
  return mapInSlices(decisions, (decision, i) => ({ ...(questions[i] as Question), ...toAnswer(decision, show) }));
}

function toAnswer({ decision, chain }: ExplainedDecision, show: (chain: AccessChain) => ExplainedChain) {
  const { allowed, role: accessRole, accessType, expiresAt, rule } = decision;
  const errorCode = rule.kind === "missing" ? ("does_not_exist" as const) : ("permission_denied" as const);
  return {
    ...{ allowed, accessRole, accessType, expiresAt, explanation: explainAccess(decision) },
    rule: explainedRule(decision),
    ...(chain && { chain: show(chain) }),
    ...(!allowed && { errorCode }),
  };
}
