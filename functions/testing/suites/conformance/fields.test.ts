import { testEachEndpoint } from "./each-endpoint.ts";
import { fieldChecks } from "./fields.ts";

testEachEndpoint(fieldChecks);
