import { failure } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import type { FastifyInstance } from "fastify";
import type { Readiness } from "./health/readiness.ts";
import type { IsOperator } from "./metrics/operator.ts";
import type { Scraper } from "./metrics/scraper.ts";

/** Routes for the operator of the server. */
export interface OperatorParts {
  readiness: Readiness;
  scraper: Pick<Scraper, "scrape">;
  isOperator: IsOperator;
}

/** Paths that are served even under overload: a monitor must distinguish a busy server from one that is down. */
export const OPERATOR_PATHS = ["/ready", "/metrics"];

const headers = { "cache-control": "no-store" };

/** Serves `/ready` to everybody, with reasons to the operator, and `/metrics` to the operator alone (docs/metrics.md). */
export function operatorRoutes(app: FastifyInstance, { readiness, scraper, isOperator }: OperatorParts): void {
  app.addHook("preClose", async () => readiness.end());
  app.get("/ready", async (request, reply) => {
    const report = await readiness.report();
    const failed = Object.entries(report).filter(([, problem]) => problem !== undefined);
    reply.code(failed.length === 0 ? 200 : 503).headers(headers);
    if (failed.length === 0) return { status: "ready" };
    const names = failed.map(([name]) => name);
    return { status: "not ready", failed: names, ...(isOperator(request) && { reasons: Object.fromEntries(failed) }) };
  });
  app.get("/metrics", async (request, reply) => {
    if (!isOperator(request)) {
      const refusal = failure(refuse(request.headers.authorization !== undefined));
      return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
    }
    const { contentType, body } = await scraper.scrape(request.headers.accept);
    return reply.headers({ ...headers, "content-type": contentType }).send(body);
  });
}

function refuse(hasToken: boolean): ApiError {
  if (hasToken) return new ApiError("UNAUTHENTICATED", "The token is not that of the setting METRICS_TOKEN.");
  return new ApiError(
    "PERMISSION_DENIED",
    "Metrics are for programs of this machine that connect directly, and for whoever sends `Authorization: Bearer <METRICS_TOKEN>`.",
  );
}
