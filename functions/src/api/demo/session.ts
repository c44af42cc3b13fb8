import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/demo/session",
  method: "POST",
  summary: "Exchange the code from a link for the tokens of two people of the demo world.",
});
