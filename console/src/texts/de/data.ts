import type { Texts } from "../en.ts";

export const data: Texts["data"] = {
  lead: "Die Organisationen des API-Schlüssels und was zu ihnen gehört.",
  organization: "Organisation",
  organizations: "Organisationen",
  noOrganizations: "Es gibt noch keine Organisation",
  noOrganizationsHelp:
    "Zu einer Organisation gehören Ordner, Dokumente und Personen. Fügen Sie die erste hinzu, oder überlassen Sie es Ihrem Server.",
  noMatch: "Nichts passt dazu",
  noMatchHelp: "Suchen Sie nach etwas anderem, oder leeren Sie das Feld.",
  findById: "Nach Id suchen",
  disabled: "Gesperrt",
  documents: "Dokumente",
  noDocuments: "Hier gibt es noch kein Dokument",
  noDocumentsHelp: "Fügen Sie eines hinzu, oder öffnen Sie einen anderen Ordner.",
  people: "Personen",
  noPeople: "Hier ist noch niemand",
  noPeopleHelp: "Fügen Sie Personen hinzu; sie können dann erwähnt und benachrichtigt werden.",
  findPerson: "Nach Name oder E-Mail-Adresse suchen",
  email: "E-Mail-Adresse",
  role: "Rolle",
  access: "Zugang",
  changed: "Geändert",
  created: "Angelegt",
};
