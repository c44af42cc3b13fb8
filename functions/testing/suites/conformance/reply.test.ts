import { testEachEndpoint } from "./each-endpoint.ts";
import { replyChecks } from "./reply.ts";

testEachEndpoint(replyChecks);
