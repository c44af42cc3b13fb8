import type { EventType } from "@atrium/functions/domain/events/types";
import { type DemoCalls, document, organizationId, type Recipe, succeeded } from "./demo-calls.ts";

type PeopleEvent = Extract<EventType, `user.${string}` | `permission.${string}` | `usergroup.${string}`>;

const resource = { type: "document", id: document.documentId, organizationId } as const;

async function permit(demo: DemoCalls): Promise<string> {
  const userId = await demo.newUser();
  const resources = [{ ...resource, accessRole: "editor" as const }];
  await demo.atrium.auth.permissions.add({ user: { userId }, permissions: { resources } });
  return userId;
}

async function joinGroup(demo: DemoCalls) {
  const [userId, organizationUserGroupId] = [await demo.newUser(), demo.newId()];
  const { usergroups } = demo.atrium.organizations;
  const group = { groupId: organizationUserGroupId, groupName: "A group for trying things out" };
  succeeded((await usergroups.add({ organizationId, organizationUserGroups: [group] })).data);
  const membership = { organizationId, organizationUserGroupId, userIds: [userId] };
  succeeded((await usergroups.users.add(membership)).data);
  return membership;
}

/** Events of users, their permissions and groups. */
export const peopleRecipes: { [event in PeopleEvent]: Recipe } = {
  "user.add": async (demo) => `Added the user ${await demo.newUser()} to ${organizationId}.`,
  "user.update": async (demo) => {
    const userId = await demo.newUser();
    succeeded((await demo.atrium.users.update({ organizationId, users: [{ userId, name: "Somebody known" }] })).data);
    return `Renamed the user ${userId} of ${organizationId}.`;
  },
  "user.delete": async (demo) => {
    const userId = await demo.newUser();
    succeeded((await demo.atrium.users.delete({ organizationId, userIds: [userId] })).data);
    return `Deleted the user ${userId} of ${organizationId}.`;
  },
  "permission.add": async (demo) => `Let ${await permit(demo)} edit ${document.documentId}.`,
  "permission.remove": async (demo) => {
    const userId = await permit(demo);
    await demo.atrium.auth.permissions.remove({ userId, permissions: { resources: [resource] } });
    return `Let ${userId} no longer edit ${document.documentId}.`;
  },
  "usergroup.user_add": async (demo) => {
    const { userIds, organizationUserGroupId } = await joinGroup(demo);
    return `Added ${userIds[0]} to the group ${organizationUserGroupId}.`;
  },
  "usergroup.user_delete": async (demo) => {
    const membership = await joinGroup(demo);
    succeeded((await demo.atrium.organizations.usergroups.users.delete(membership)).data);
    return `Removed ${membership.userIds[0]} from the group ${membership.organizationUserGroupId}.`;
  },
};
