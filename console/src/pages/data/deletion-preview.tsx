import { useQuery } from "@tanstack/react-query";
import { Facts } from "../../components/facts.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import type { OrganizationPlace } from "./place.ts";

interface DeletionPreviewProps extends OrganizationPlace {
  folderId?: string;
  documentId?: string;
  userId?: string;
  /** The text before the counts. */
  lead: string;
}

/** Counts, by kind, what is deleted together with an organization, a folder, a document or a person's data. */
export function DeletionPreview({
  client,
  apiKey,
  lead,
  organizationId,
  folderId,
  documentId,
  userId,
}: DeletionPreviewProps) {
  const { language, texts } = useLanguage();
  const { data } = texts;
  const place = { organizationId, folderId, documentId, userId };
  const counts = useQuery({
    queryKey: [apiKey, "contents", place],
    queryFn: async ({ signal }) => (await client.organizations.contents.count.get(place, { signal })).data,
    staleTime: 0,
  });
  const numberFormat = new Intl.NumberFormat(language);
  return (
    <>
      <p>{lead}</p>
      <QueryView query={counts}>
        {(countsByKind) => (
          <Facts
            facts={kinds.flatMap((kind) => {
              const entry = countsByKind[kind];
              if (!entry) return [];
              const number = numberFormat.format(entry.count);
              return [[data.kinds[kind], entry.more ? data.atLeast(number) : number] as const];
            })}
          />
        )}
      </QueryView>
      <p>{data.forEver}</p>
    </>
  );
}

const kinds = [
  ...(["folders", "documents", "users", "userGroups", "commentAnnotations", "editors"] as const),
  ...(["recordings", "activities", "notifications"] as const),
];
