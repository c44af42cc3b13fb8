import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/mail",
  summary: "Show the mails that were kept instead of being sent.",
});
