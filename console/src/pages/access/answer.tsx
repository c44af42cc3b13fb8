import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { Question } from "./question.ts";
import type { AccessAnswer } from "./use-check.ts";

interface AnswerProps {
  question: Question;
  /** Name of the person, else the id. */
  person: string;
  answer: AccessAnswer;
  /** Whether the organization has no person with this id. */
  isUnknown: boolean;
}

/** Whether access is allowed, and the rule that decides. */
export function Answer({ answer, question, person, isUnknown }: AnswerProps) {
  const { access } = useTexts();
  const { userId, organizationId, type, id, action } = question;
  const { allowed, rule, explanation, accessRole, accessType, expiresAt } = answer;
  return (
    <Notice
      kind={allowed ? "good" : "bad"}
      title={(allowed ? access.allowed : access.denied)(person, access.actions[action], access.places[type](id))}
    >
      {isUnknown && <p>{access.unknownPerson(userId, organizationId)}</p>}
      <p>{rule.answered === false ? access.providerSilent : access.rules[rule.id]}</p>
      {rule.on && (
        <p>
          {access.decidedBy} {access.kinds[rule.on.type]} <code>{rule.on.id}</code>
        </p>
      )}
      <Facts
        facts={[
          [access.role, accessRole && access.roles[accessRole]],
          [access.type, accessType && access.types[accessType]],
          ...(expiresAt === undefined ? [] : [[access.ends, <Time key="ends" at={expiresAt * 1000} />] as const]),
        ]}
      />
      <p className="quiet">
        <code>{rule.id}</code> · {explanation}
      </p>
    </Notice>
  );
}
