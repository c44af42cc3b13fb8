import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/hook",
  method: "POST",
  summary: "Accept the test webhooks that the documentation page sends.",
});
