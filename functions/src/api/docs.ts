import { files } from "#http/page/declaration";

export default files({
  path: "/docs",
  summary: "Read the guides and the API reference, and try API calls.",
  isFolder: true,
});
