export const pages = {
  overview: "Übersicht",
  keys: "API-Schlüssel",
  data: "Daten",
  access: "Zugang",
  webhooks: "Webhooks",
  notifications: "Benachrichtigungen",
  live: "Live",
  logs: "Protokoll",
  tryIt: "Ausprobieren",
};
