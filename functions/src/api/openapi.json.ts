import { files } from "#http/page/declaration";

export default files({
  path: "/openapi.json",
  summary: "Get the OpenAPI document of the interface.",
  files: {
    "/openapi.json": { name: "openapi.json", contentType: "application/json; charset=utf-8", isBranded: true },
  },
});
