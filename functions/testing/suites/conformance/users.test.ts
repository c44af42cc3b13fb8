import { testEachEndpoint } from "./each-endpoint.ts";
import { userChecks } from "./users.ts";

testEachEndpoint(userChecks);
