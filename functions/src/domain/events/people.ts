import * as z from "zod";
import { ada, event, lin, Person } from "./event.ts";

const user = { user: Person, folderId: z.string().optional() };
const Resource = z.looseObject({
  type: z.string(),
  id: z.string(),
  accessRole: z.string().optional(),
  expiresAt: z.number().optional(),
});
const grant = { userId: z.string(), resource: Resource };
const membership = { organizationUserGroupId: z.string(), userId: z.string() };
const here = { ...Person.shape, status: z.string().optional() };

/** Events of users, permissions, user groups and presence; `metadata` has the ids of the organization and document. */
export const peopleEvents = {
  "user.add": event("A user was added to an organization, a folder or a document.", user, { user: ada }),
  "user.update": event("The data of a user changed.", user, { user: { ...ada, name: "Ada King" } }),
  "user.delete": event(
    "A user was removed from an organization, a folder or a document.",
    { user: z.looseObject({ userId: z.string() }), folderId: z.string().optional() },
    { user: { userId: "lin" } },
  ),
  "permission.add": event("A user was given access to a resource.", grant, {
    userId: "lin",
    resource: { type: "document", id: "homepage", accessRole: "viewer" },
  }),
  "permission.remove": event("A user's access to a resource was revoked.", grant, {
    userId: "lin",
    resource: { type: "document", id: "homepage" },
  }),
  "usergroup.user_add": event("A user joined a user group.", membership, {
    organizationUserGroupId: "engineers",
    userId: "ada",
  }),
  "usergroup.user_delete": event("A user left a user group.", membership, {
    organizationUserGroupId: "engineers",
    userId: "ada",
  }),
  "presence.add": event(
    "A user joined a document.",
    { user: z.looseObject(here) },
    { user: { ...ada, status: "online" } },
  ),
  "presence.update": event(
    "A user's presence on a document changed.",
    { user: z.looseObject(here) },
    { user: { ...lin, status: "away" } },
  ),
  "presence.delete": event(
    "A user left a document.",
    { user: z.looseObject({ userId: z.string() }) },
    { user: { userId: "lin" } },
  ),
};
