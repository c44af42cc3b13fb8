import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/mail",
  summary: "Show the mails that are kept in place of being sent.",
});
