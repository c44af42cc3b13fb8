import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/requests",
  method: "POST",
  summary: "Show the last requests of an API key on the page at `/`.",
});
