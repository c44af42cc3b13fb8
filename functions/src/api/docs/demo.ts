import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/demo",
  method: "POST",
  summary: "Restore the demo records that examples refer to and that no API call can create.",
});
