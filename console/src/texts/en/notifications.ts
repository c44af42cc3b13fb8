/** Texts of the page of notifications. */
export const notifications = {
  lead: "What became of each notification: held, batched, sent or dropped, and why.",
  organization: "Organization",
  outcomes: "What became of them",
  person: "Person",
  document: "Document",
  state: "State",
  anyState: "Any state",
  states: { held: "Held", batched: "Batched", dropped: "Dropped", delivered: "Delivered" },
  until: (time: string) => `until ${time}`,
  reasons: {
    gone: "What it was about is gone",
    "no-access": "The person may not see it",
    seen: "The person has seen it already",
    preference: "The person does not want it",
  },
  reason: "Why, or until when",
  channels: "Channels",
  channelNames: { inbox: "Inbox", email: "E-mail", slack: "Slack" },
  sendStates: { pending: "waiting", sent: "sent", failed: "failed" },
  direct: "Direct",
  noOrganization: "Choose an organization",
  noOrganizationHelp: "Notifications belong to an organization.",
  empty: "There is no notification here",
  emptyHelp:
    "A comment or an assignment makes some, unless the settings of the API key switch them off. They are kept for 30 days after their end.",
};
