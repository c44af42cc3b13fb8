import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/demo",
  summary: "Demonstrate shared editing by two people of the demo world, with a text, cursors, comments and an inbox.",
});
