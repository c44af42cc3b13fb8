import get from "#api/v2/commentannotations/comments/get";
import { earlierVersion } from "#http/endpoint";

const twin: typeof get = {
  ...get,
  handle: async (call, input) => ({
    ...(await get.handle(call, input)),
    message: "Comments(s) retrieved successfully.",
  }),
};

export default earlierVersion(twin, { path: "/v1/commentannotations/comments/get" });
