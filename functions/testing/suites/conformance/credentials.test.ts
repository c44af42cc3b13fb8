import { credentialChecks } from "./credentials.ts";
import { testEachEndpoint } from "./each-endpoint.ts";

testEachEndpoint(credentialChecks);
