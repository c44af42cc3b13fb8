import * as z from "zod";
import type { CallEndpoint } from "#http/endpoint";

/** An endpoint for tests of the kernel that accepts anything and answers `seen` by default. */
export function probeEndpoint(changes: Partial<CallEndpoint> = {}): CallEndpoint {
  return {
    path: "/v2/probe",
    auth: "apiKey",
    kind: "write",
    summary: "Probe the kernel.",
    input: z.object({}),
    output: z.any(),
    cost: { reads: 0, writes: 0, trips: 0 },
    example: {},
    handle: async () => ({ message: "seen" }),
    ...changes,
  };
}
