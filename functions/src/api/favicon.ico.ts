import { files } from "#http/page/declaration";

export default files({
  path: "/favicon.ico",
  summary: "Get the default icon, which browsers show for pages that name no icon, such as JSON.",
});
