import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/hooks/inspect",
  method: "POST",
  hasPartBelow: true,
  methodHint:
    "This address receives webhooks. To see what has arrived, open Webhooks, Receivers in the console or call /v2/workspace/inspectors/requests/get.",
  summary: "Receive webhooks for the inspector at this address.",
});
