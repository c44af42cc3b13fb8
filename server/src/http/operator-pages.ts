import metrics from "@atrium/functions/api/metrics";
import ready from "@atrium/functions/api/ready";
import { type HostPage, jsonResponse } from "@atrium/functions/http/page/declaration";
import type { Response } from "@atrium/functions/http/response";
import { ApiError } from "@atrium/functions/platform/error";
import type { FastifyRequest } from "fastify";
import type { Readiness } from "../health/readiness.ts";
import type { IsOperator } from "../metrics/operator.ts";
import type { Scraper } from "../metrics/scraper.ts";
import type { HostAnswer, HostPages } from "./page-routes.ts";

/** The parts that answer the operator's pages. */
export interface OperatorParts {
  readiness: Readiness;
  scraper: Pick<Scraper, "scrape">;
  isOperator: IsOperator;
}

const uncached = { "cache-control": "no-store" };

/**
 * `/ready` answers everyone, but gives reasons only to the operator; `/metrics` answers only the operator
 * (docs/metrics.md).
 */
export function operatorPages(parts: OperatorParts): HostPages {
  return new Map<HostPage, HostAnswer>([
    [ready, (_request, { incoming }) => reportReadiness(parts, incoming)],
    [metrics, (_request, { incoming }) => scrape(parts, incoming)],
  ]);
}

async function reportReadiness({ readiness, isOperator }: OperatorParts, request: FastifyRequest): Promise<Response> {
  const report = await readiness.report();
  const failed = Object.entries(report).filter(([, problem]) => problem !== undefined);
  if (failed.length === 0) return jsonResponse({ status: "ready" }, uncached);
  const names = failed.map(([name]) => name);
  const reasons = isOperator(request) ? { reasons: Object.fromEntries(failed) } : {};
  return { ...jsonResponse({ status: "not ready", failed: names, ...reasons }, uncached), status: 503 };
}

/** @throws ApiError UNAUTHENTICATED, PERMISSION_DENIED */
async function scrape({ scraper, isOperator }: OperatorParts, request: FastifyRequest): Promise<Response> {
  if (!isOperator(request)) throw refuse(request.headers.authorization !== undefined);
  const { contentType, body } = await scraper.scrape(request.headers.accept);
  return { status: 200, headers: { ...uncached, "content-type": contentType }, body };
}

function refuse(hasToken: boolean): ApiError {
  if (hasToken) return new ApiError("UNAUTHENTICATED", "The token is not that of the setting METRICS_TOKEN.");
  return new ApiError(
    "PERMISSION_DENIED",
    "Metrics are for programs on this machine that connect directly, and for callers that send `Authorization: Bearer <METRICS_TOKEN>`.",
  );
}
