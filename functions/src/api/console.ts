import { files } from "#http/page/declaration";

export default files({
  path: "/console",
  summary: "View and change the data of a workspace in a browser.",
  isFolder: true,
  isApplication: true,
});
