import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/hooks/inspect",
  method: "POST",
  hasPartBelow: true,
  methodHint:
    "It receives webhooks. The console shows what has arrived under Webhooks, Receivers, and so does /v2/workspace/inspectors/requests/get.",
  summary: "Receive webhooks for the inspector whose address this is.",
});
