import { useQuery } from "@tanstack/react-query";
import type { Client } from "../../session/clients.ts";
import { findPerson } from "../data/stored.ts";
import type { Question } from "./question.ts";

/** The query key of all access answers for an API key. */
export const accessKey = (apiKey: string) => [apiKey, "access"];

/** The service's answer to a question about access. */
export type AccessAnswer = Awaited<ReturnType<Client["auth"]["access"]["check"]>>["data"][number];

/** Asks the service a question about access. */
export function useCheck(client: Client, apiKey: string, question: Question) {
  const { organizationId, userId, type, id, action } = question;
  return useQuery({
    queryKey: [...accessKey(apiKey), question],
    queryFn: async ({ signal }) => {
      const resource = { type, id, organizationId };
      const { data } = await client.auth.access.check({ questions: [{ userId, resource, action }] }, { signal });
      return data[0] as AccessAnswer;
    },
  });
}

/** The person with this id: null if the organization has no such person, undefined while this is not known. */
export function usePerson(
  client: Client,
  apiKey: string,
  { organizationId, userId }: Pick<Question, "organizationId" | "userId">,
) {
  return useQuery({
    queryKey: [apiKey, "person", organizationId, userId],
    queryFn: ({ signal }) => findPerson({ client, organizationId }, userId, signal),
  }).data;
}
