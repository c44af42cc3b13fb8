import { useQuery } from "@tanstack/react-query";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import type { Question } from "./question.ts";

interface AnswerProps {
  client: Client;
  apiKey: string;
  question: Question;
}

/** Whether the person may, and the rule that decides. */
export function Answer({ client, apiKey, question }: AnswerProps) {
  const { access } = useTexts();
  const { organizationId, userId, type, id, action } = question;
  const check = useQuery({
    queryKey: [apiKey, "access", question],
    queryFn: async ({ signal }) => {
      const resource = { type, id, organizationId };
      const [answer] = (await client.auth.access.check({ questions: [{ userId, resource, action }] }, { signal })).data;
      return answer ?? null;
    },
  });
  return (
    <QueryView query={check}>
      {(answer) =>
        answer && (
          <Notice kind={answer.allowed ? "good" : "bad"} title={answer.allowed ? access.allowed : access.denied}>
            <p>{answer.explanation}</p>
            <Facts
              facts={[
                [access.role, answer.accessRole && access.roles[answer.accessRole]],
                [access.type, answer.accessType && access.types[answer.accessType]],
                ...(answer.expiresAt === undefined
                  ? []
                  : [[access.ends, <Time key="ends" at={answer.expiresAt * 1000} />] as const]),
              ]}
            />
          </Notice>
        )
      }
    </QueryView>
  );
}
