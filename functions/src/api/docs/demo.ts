import { hostPage } from "#http/page/declaration";

export default hostPage({
  path: "/docs/demo",
  method: "POST",
  summary: "Put back records of the demo that examples name and no call can make.",
});
