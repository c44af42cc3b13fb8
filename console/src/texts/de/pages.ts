export const pages = {
  overview: "Übersicht",
  keys: "API-Schlüssel",
  data: "Daten",
  webhooks: "Webhooks",
};
