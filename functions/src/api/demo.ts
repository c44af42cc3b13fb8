import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/demo",
  summary: "Show shared editing: a text, cursors, comments and an inbox, for two people of the demo world.",
});
