import { auditChecks } from "./audit.ts";
import { testEachEndpoint } from "./each-endpoint.ts";

testEachEndpoint(auditChecks);
