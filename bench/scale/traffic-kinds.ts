/** The simulated organizations of the large tenant, with the documents and people of each. */
export const ORGANIZATIONS = 200;
export const DOCUMENTS = 20;
export const USERS = 5;

/** One kind of request: its share of all requests, and the data of its `n`th request. */
export interface Kind {
  share: number;
  path: string;
  data(n: number): object;
}

const organizationId = (n: number) => `o${n % ORGANIZATIONS}`;
const documentId = (n: number) => `d${Math.floor(n / ORGANIZATIONS) % DOCUMENTS}`;
const placeOf = (n: number) => ({ organizationId: organizationId(n), documentId: documentId(n) });

/** The user of the `n`th request, as a request names users. */
const user = (n: number) => {
  const number = Math.floor(n / ORGANIZATIONS / DOCUMENTS) % USERS;
  return { userId: `u${number}`, name: `User ${number}` };
};

const text = (n: number) => ({ commentText: "Looks good", from: user(n) });

/** The day of a busy tenant: two of three requests read. Of the writes more than half are presence. */
export const kinds: Kind[] = [
  {
    share: 0.17,
    path: "/v2/organizations/documents/get",
    data: (n) => ({ organizationId: organizationId(n), documentIds: [documentId(n)] }),
  },
  { share: 0.2, path: "/v2/commentannotations/get", data: (n) => ({ ...placeOf(n), pageSize: 10 }) },
  {
    share: 0.15,
    path: "/v2/users/get",
    data: (n) => ({ organizationId: organizationId(n), userIds: [user(n).userId] }),
  },
  {
    share: 0.1,
    path: "/v2/auth/permissions/get",
    data: (n) => ({ organizationId: organizationId(n), documentIds: [documentId(n)], userIds: [user(n).userId] }),
  },
  {
    share: 0.05,
    path: "/v2/notifications/get",
    data: (n) => ({ organizationId: organizationId(n), userId: user(n).userId }),
  },
  { share: 0.21, path: "/v2/presence/add", data: (n) => ({ ...placeOf(n), users: [user(n)] }) },
  {
    share: 0.05,
    path: "/v2/commentannotations/comments/add",
    data: (n) => ({ ...placeOf(n), annotationId: "t0", commentData: [text(n)] }),
  },
  {
    share: 0.03,
    path: "/v2/commentannotations/add",
    data: (n) => ({ ...placeOf(n), commentAnnotations: [{ commentData: [text(n)] }] }),
  },
  {
    share: 0.02,
    path: "/v2/organizations/documents/update",
    data: (n) => ({
      organizationId: organizationId(n),
      documents: [{ documentId: documentId(n), documentName: `Plan ${n}` }],
    }),
  },
  {
    share: 0.02,
    path: "/v2/activities/add",
    data: (n) => ({
      ...placeOf(n),
      activities: [
        {
          featureType: "custom",
          actionType: "opened",
          actionUser: user(n),
          targetEntityId: "plan",
          displayMessageTemplate: "opened the plan",
        },
      ],
    }),
  },
];
