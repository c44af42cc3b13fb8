import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/session",
  method: "POST",
  summary: "Exchange the code from a link for the values that the documentation page fills in.",
});
