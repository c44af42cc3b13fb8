import { testEachEndpoint } from "./each-endpoint.ts";
import { wireChecks } from "./wire.ts";

testEachEndpoint(wireChecks);
