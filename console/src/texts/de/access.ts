import type { Texts } from "../en.ts";

export const access: Texts["access"] = {
  lead: "Darf diese Person etwas lesen oder ändern, und welche Regel entscheidet das?",
  question: "Frage",
  organizationId: "Organisations-Id",
  userId: "Id der Person",
  resource: "Was",
  resources: { organization: "Die Organisation", folder: "Einen Ordner", document: "Ein Dokument" },
  resourceId: "Id des Ordners oder Dokuments",
  action: "Will",
  actions: { read: "lesen", write: "ändern" },
  check: "Prüfen",
  begin: "Stellen Sie eine Frage",
  beginHelp: "Geben Sie eine Organisation und eine Person an. Die Antwort nennt die Regel, die entscheidet.",
  allowed: "Ja",
  denied: "Nein",
  role: "Rolle",
  type: "Offen für",
  types: {
    public: "alle",
    organizationPrivate: "die Personen der Organisation",
    restricted: "Personen mit einer Freigabe",
  },
  roles: { viewer: "Betrachter: liest", editor: "Bearbeiter: liest und ändert" },
  ends: "Endet",
  chain: "Woher der Zugang kommt, von außen nach innen",
  noGrant: "kein Zugang",
  missing: "gibt es nicht",
  revoke: "Entziehen",
  revokeTitle: (name) => `Den Zugang zu ${name} entziehen?`,
  revokeHelp:
    "Die Freigabe an dieser Stelle endet sofort. Eine Freigabe weiter außen oder ein offener Ort kann die Person weiter einlassen.",
};
