import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/hook",
  method: "POST",
  summary: "Accept the webhooks that the documentation page sends for a test.",
});
