import { testEachEndpoint } from "./each-endpoint.ts";
import { eventChecks } from "./events.ts";

testEachEndpoint(eventChecks);
