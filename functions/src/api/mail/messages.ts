import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/mail/messages",
  method: "POST",
  summary: "List the mails of an API key that were kept instead of being sent, or read one of them.",
});
