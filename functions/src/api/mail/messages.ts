import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/mail/messages",
  method: "POST",
  summary: "List the mails of an API key that were kept in place of being sent, or read one of them.",
});
