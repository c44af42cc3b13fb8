import * as z from "zod";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/server/get",
  auth: "workspace",
  kind: "read",
  summary:
    "Read facts about the server: its version, where it stores data, when it started, and the free space on its disk.",
  input: z.object({}),
  output: z.object({
    version: z.string().optional(),
    store: z.enum(["sqlite", "firestore"]).optional(),
    /** When the process that answers started, in ms since 1970. */
    startedAt: z.number().optional(),
    /** Only on one machine: sizes in bytes. */
    disk: z
      .object({
        /** Size of the data file, including its write-ahead log. */
        data: z.number(),
        free: z.number(),
        total: z.number(),
      })
      .optional(),
  }),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {},
  async handle(call) {
    return { message: "Server retrieved successfully.", data: (await call.describeHost?.()) ?? {} };
  },
});
