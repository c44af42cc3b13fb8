import type { Texts } from "../en.ts";

export const notifications: Texts["notifications"] = {
  lead: "Was aus jeder Benachrichtigung wurde: zurückgehalten, gesammelt, gesendet oder verworfen, und warum.",
  organization: "Organisation",
  outcomes: "Was aus ihnen wurde",
  person: "Person",
  document: "Dokument",
  state: "Stand",
  anyState: "Jeder Stand",
  states: { held: "Zurückgehalten", batched: "Gesammelt", dropped: "Verworfen", delivered: "Zugestellt" },
  until: (time) => `bis ${time}`,
  reasons: {
    gone: "Worum es ging, gibt es nicht mehr",
    "no-access": "Die Person darf es nicht sehen",
    seen: "Die Person hat es schon gesehen",
    preference: "Die Person will es nicht",
  },
  reason: "Warum oder bis wann",
  channels: "Kanäle",
  channelNames: { inbox: "Posteingang", email: "E-Mail", slack: "Slack" },
  sendStates: { pending: "wartet", sent: "gesendet", failed: "gescheitert" },
  direct: "Direkt",
  noOrganization: "Wählen Sie eine Organisation",
  noOrganizationHelp: "Benachrichtigungen gehören zu einer Organisation.",
  empty: "Hier gibt es keine Benachrichtigung",
  emptyHelp:
    "Ein Kommentar oder eine Zuweisung erzeugt welche, außer die Einstellungen des API-Schlüssels verhindern es. Nach ihrem Ende bleiben sie 30 Tage.",
  mailbox: "Postfach",
  mailboxLead:
    "Die neuesten 50 Mails, die hier blieben, weil weder API-Schlüssel noch Server einen Weg haben, sie zu senden.",
  noMails: "Keine Mail wurde aufgehoben",
  noMailsHelp: "Erwähnen Sie jemanden in einem Kommentar. Wo Mails gesendet werden können, bleiben sie nicht hier.",
  mail: "Mail",
  subject: "Betreff",
  from: "Von",
  to: "An",
};
