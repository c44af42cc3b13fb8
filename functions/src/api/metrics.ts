import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/metrics",
  summary: "Get the server's metrics, for the operator alone (docs/metrics.md#figures).",
  // They matter most while the server is overloaded.
  isAlwaysAnswered: true,
});
