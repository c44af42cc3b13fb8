import type { Texts } from "../en.ts";

export const logs: Texts["logs"] = {
  lead: "Die letzten Anfragen dieses Workspace und seiner API-Schlüssel. Inhalte und Geheimnisse werden nie aufgehoben.",
  path: "Pfad enthält",
  endpoint: "Pfad",
  status: "Status",
  wrongStatus:
    "Das ist kein HTTP-Status und wird nicht verwendet: Geben Sie eine Zahl von 100 bis 599 ein, oder eine Klasse wie 4xx.",
  wrongNumber: "Das ist keine Zahl ab 0 und wird nicht verwendet.",
  user: "Person",
  key: "API-Schlüssel",
  anyKey: "Alle API-Schlüssel",
  requestId: "Anfrage-Id",
  slowerThan: "Mindestens so lange, ms",
  duration: "Dauer",
  cost: "Gelesen / geschrieben / gewartet",
  requests: "Anfragen",
  hideConsoles: "Eigene Aufrufe der Konsole ausblenden",
  via: "Aufgerufen mit",
  ways: { token: "einem Token", session: "einer Sitzung der Konsole", console: "einem Token der Konsole" },
  live: "Neue Anfragen erscheinen von selbst.",
  notKept: "Dieser Server hebt keine Anfragen auf",
  notKeptHelp:
    "In der Cloud hat Cloud Logging sie. Auf einem einzelnen Rechner hat die Einstellung LOG_FILE das Protokoll abgeschaltet.",
  empty: "Keine Anfrage passt dazu",
  emptyHelp:
    "Ändern Sie die Filter. Aufrufe der Konsole, auch die unter Ausprobieren, sind ausgeblendet, bis Sie sie einblenden. Nur die neuesten 2.000 Anfragen werden durchsucht.",
  late: "Das Protokoll kann einige Sekunden hinterher sein. Diese Seite sucht weiter, bis die Anfrage darin steht.",
  ip: "Von",
  size: "Bytes der Antwort",
  reason: "Warum sie abgelehnt wurde",
};
