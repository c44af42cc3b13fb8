import { compare, ORGANIZATION } from "../against-floor.ts";
import type { Figure } from "../figure.ts";
import { THREAD } from "../tenant.ts";

const place = { organizationId: ORGANIZATION.organizationId, documentId: "document-########" };
const user = { userId: "user-########", name: "Ada Lovelace", email: "user-########@example.com" };

/** Writes that people working in documents make all the time, each with its minimum ratio to the floor. */
const writes = [
  {
    id: "comments-add",
    path: "/v2/commentannotations/comments/add",
    what: "one comment to a thread",
    data: { ...place, annotationId: THREAD, commentData: [{ commentText: "Shorter, please.", from: user }] },
    least: 0.4,
  },
  {
    id: "presence-add",
    path: "/v2/presence/add",
    what: "one user",
    data: { ...place, users: [{ ...user, status: "online" }] },
    least: 0.5,
  },
  {
    id: "livestate-broadcast",
    path: "/v2/livestate/broadcast",
    what: "a small state",
    data: { ...place, liveStateDataId: "cursor", data: { slide: 3, selection: null } },
    least: 0.5,
  },
];

/** One write per request, to any of the organization's ten thousand documents. */
export const documentWrites: Figure[] = writes.map(({ id, path, what, data, least }) => ({
  id,
  title: `${path.slice("/v2/".length)}, ${what}, durable`,
  target: `≥ ${least} of the floor`,
  run: (options) =>
    compare(
      options,
      {
        path,
        body: { data },
        among: ORGANIZATION.documents,
        floor: "/insert",
        filling: { ...ORGANIZATION, threads: true },
      },
      (_product, ratio) => ratio >= least,
    ),
}));
