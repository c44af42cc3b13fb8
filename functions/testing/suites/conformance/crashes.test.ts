import { crashChecks } from "./crashes.ts";
import { testEachEndpoint } from "./each-endpoint.ts";

testEachEndpoint(crashChecks);
