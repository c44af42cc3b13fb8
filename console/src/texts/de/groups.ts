import type { Texts } from "../en.ts";

export const groups: Texts["groups"] = {
  groups: "Gruppen",
  group: (name) => `Gruppe ${name}`,
  unknown: (id) => `Diese Gruppe gibt es nicht: ${id}`,
  none: "Es gibt noch keine Gruppe",
  noneHelp: "Eine Gruppe fasst Personen der Organisation zusammen, um sie zusammen aufzulisten. Sie gibt keine Rechte.",
  add: "Gruppe hinzufügen",
  rename: "Umbenennen",
  deleteGroup: "Gruppe löschen",
  delete: (name) => `Die Gruppe ${name} löschen?`,
  deleteHelp: "Ihre Personen bleiben in der Organisation. Das lässt sich nicht rückgängig machen.",
  all: "Alle Gruppen",
  noMembers: "In dieser Gruppe ist niemand",
  noMembersHelp: "Fügen Sie Personen der Organisation anhand ihrer Ids hinzu.",
  members: "Personen der Gruppe",
  join: "Person anhand der Id hinzufügen",
  leave: (name) => `${name} aus der Gruppe entfernen?`,
  leaveHelp: "Die Person bleibt in der Organisation.",
};
