import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/ready",
  summary: "Report whether the server can do its work (docs/metrics.md#health).",
  // A monitor must be able to distinguish a busy server from one that can't work.
  isAlwaysAnswered: true,
});
