import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/requests",
  method: "POST",
  summary: "List the latest requests of an API key for the page at `/`.",
});
