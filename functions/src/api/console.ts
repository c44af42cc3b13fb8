import { files } from "#http/page/declaration";

export default files({
  path: "/console",
  summary: "See and change what a workspace holds, in a browser.",
  isFolder: true,
  isApplication: true,
});
