import { compare, ORGANIZATION } from "../against-floor.ts";
import type { Figure } from "../figure.ts";

const ENOUGH = 4000;

/** A token with one resource, for any of the organization's ten thousand users. */
export const generateToken: Figure = {
  id: "generate-token",
  title: "auth/generate_token",
  target: `≥ ${ENOUGH}/s`,
  run: (options) =>
    compare(
      options,
      {
        path: "/v2/auth/generate_token",
        body: {
          data: {
            userId: "user-########",
            userProperties: { name: "Ada Lovelace", email: "user-########@example.com" },
            permissions: { resources: [{ type: "organization", id: ORGANIZATION.organizationId }] },
          },
        },
        among: ORGANIZATION.users,
        floor: "/echo",
      },
      ({ requestsPerSecond }) => requestsPerSecond >= ENOUGH,
    ),
};
