import { organizationPath } from "#domain/organizations/store/organizations";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { decodeId } from "#store/paths";
import { NAMED } from "#store/rules";

/** Sorts after every id. */
const LAST = "\u{10fffd}";

/** Collections with data of users, each with a path that sorts after all of its paths below an organization. */
const sources = [
  ...["commentAnnotations", "recordings"].map((name) => ({ name, last: `documents/${LAST}/${name}/${LAST}` })),
  ...["inbox", "notices"].map((name) => ({ name, last: `${name}/${LAST}` })),
];

/**
 * Ids of the organizations with data of a user, in order, for a store with a name index. Each costs one read per
 * collection, however many other organizations there are.
 * @param behind id of the organization after which to begin.
 */
export async function* organizationsNaming(
  call: KeyCall,
  userId: string,
  behind: string | undefined,
): AsyncGenerator<string> {
  for (let last = behind; ; ) {
    const nextIds = await Promise.all(sources.map((source) => nextIn(call, source, userId, last)));
    const [next] = nextIds.flatMap((id) => id ?? []).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    if (next === undefined) return;
    last = decodeId(next);
    yield last;
  }
}

/** The encoded id of the next organization in which a collection names the user. */
async function nextIn(
  call: KeyCall,
  { name, last }: (typeof sources)[number],
  userId: string,
  behind: string | undefined,
): Promise<string | undefined> {
  const { docs } = await call.store.query({
    group: name,
    under: apiKeyPath(call.apiKey.apiKeyId),
    where: [{ field: NAMED, op: "array-contains", value: userId }],
    select: [],
    limit: 1,
    ...(behind !== undefined && { after: [`${organizationPath(call, behind)}/${last}`] }),
  });
  return docs[0]?.path.split("/")[3];
}
