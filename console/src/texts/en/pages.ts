/** Names of the pages, as in the navigation. */
export const pages = {
  overview: "Overview",
  keys: "API keys",
  data: "Data",
  access: "Access",
  webhooks: "Webhooks",
  notifications: "Notifications",
  live: "Live",
  logs: "Logs",
  tryIt: "Try it",
};
