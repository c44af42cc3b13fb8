import { files } from "#http/page/declaration";

export default files({ path: "/openapi.json", summary: "Get the OpenAPI document of the interface." });
