import { files } from "#http/page/declaration";

export default files({
  path: "/favicon.ico",
  summary: "Get the icon of pages that name none, such as JSON in a browser.",
});
