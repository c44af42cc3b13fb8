import { files } from "#http/page/declaration";

export default files({
  path: "/docs",
  summary: "Read guides and the reference of the interface, and try its calls.",
  isFolder: true,
});
