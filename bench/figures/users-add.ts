import { compare, userBody, writeTarget } from "../against-floor.ts";
import type { Figure } from "../figure.ts";

/** One new user per request. */
export const usersAdd: Figure = {
  id: "users-add",
  title: "users/add, one user, durable",
  target: writeTarget.target,
  run: (options) => compare(options, { path: "/v2/users/add", body: userBody, floor: "/insert" }, writeTarget.isMet),
};
