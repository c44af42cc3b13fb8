import { testEachEndpoint } from "./each-endpoint.ts";
import { idempotencyChecks } from "./idempotency.ts";

testEachEndpoint(idempotencyChecks);
