import * as z from "zod";
import { jsonResponse, page } from "#http/page/declaration";

const Health = z.object({
  status: z.literal("ok"),
  version: z.string().describe("Version of the server."),
  store: z.enum(["sqlite", "firestore"]).describe("Where the server stores its data."),
});

export default page({
  path: "/health",
  summary: "Report that the server is up.",
  json: { output: Health, example: { status: "ok", version: "0.1.0", store: "sqlite" } },
  // A monitor must be able to distinguish a busy server, or one that is not set up yet, from one that is down.
  isAlwaysAnswered: true,
  instance: { withoutSecrets: true },
  answer: ({ host: { version, store } }) => jsonResponse({ status: "ok", version, store }),
});
