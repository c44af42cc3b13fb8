import { compare, ORGANIZATION, readTarget } from "../against-floor.ts";
import type { Figure } from "../figure.ts";

/** One id per request, any of the organization's ten thousand. */
export const usersGet: Figure = {
  id: "users-get",
  title: "users/get, one id",
  target: readTarget.target,
  run: (options) =>
    compare(
      options,
      {
        path: "/v2/users/get",
        body: { data: { organizationId: ORGANIZATION.organizationId, userIds: ["user-########"] } },
        among: ORGANIZATION.users,
        floor: "/echo",
      },
      readTarget.isMet,
    ),
};
