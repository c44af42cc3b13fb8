/** Texts of the user groups of an organization. */
export const groups = {
  groups: "Groups",
  group: (name: string) => `Group ${name}`,
  unknown: (id: string) => `There is no such group: ${id}`,
  none: "There is no group yet",
  noneHelp: "A group gathers people of the organization, to list them together. It grants nothing.",
  add: "Add a group",
  all: "All groups",
  noMembers: "Nobody is in this group",
  noMembersHelp: "Add people of the organization by their ids.",
  members: "People of the group",
  join: "Add a person by id",
  leave: (name: string) => `Remove ${name} from the group?`,
  leaveHelp: "The person stays in the organization.",
};
