import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/hooks/inspect",
  method: "POST",
  hasPartBelow: true,
  summary: "Receive webhooks for the inspector whose address this is.",
});
