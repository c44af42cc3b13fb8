import { testEachEndpoint } from "./each-endpoint.ts";
import { hostileChecks } from "./hostile.ts";

testEachEndpoint(hostileChecks);
