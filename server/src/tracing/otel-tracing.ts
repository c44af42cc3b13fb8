import { hostTimer, waitAtMost } from "@atrium/functions/platform/async/timer";
import type { Span, SpanAttributes, SpanOptions, Tracing } from "@atrium/functions/platform/observability/tracing";
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import packageJson from "../../package.json" with { type: "json" };
import type { TracingSettings } from "./settings.ts";

/** Time limit for the last export when the process ends, in ms. */
const LONGEST_CLOSE = 1000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Sends spans to an OTLP receiver over HTTP, in batches. If the receiver is unreachable, only spans are lost. */
export class OtelTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor({ sampler, ratio, delay, queueSize, batchSize }: TracingSettings) {
    const resource = resourceFromAttributes({ "service.name": "atrium", "service.version": packageJson.version }).merge(
      detectResources({ detectors: [envDetector] }),
    );
    const processor = new BatchSpanProcessor({
      // Reads the address, headers, timeouts and certificates from the environment.
      exporter: new OTLPTraceExporter(),
      scheduledDelayMillis: delay,
      maxQueueSize: queueSize,
      maxExportBatchSize: batchSize,
    });
    this.#provider = new TracerProvider({ resource, sampler: samplerOf(sampler, ratio), spanProcessors: [processor] });
    this.#tracer = this.#provider.getTracer("atrium", packageJson.version);
  }

  start(name: string, { kind, attributes = {}, parent }: SpanOptions): Span {
    const remote = parent === undefined ? null : parseTraceParent(parent);
    // Uses only the caller's trace, never a context of the process.
    const context = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    return new TracedWork(this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
  }

  async close(): Promise<void> {
    const closed = this.#provider.shutdown().catch(() => undefined);
    await waitAtMost(LONGEST_CLOSE, closed, hostTimer);
  }
}

class TracedWork implements Span {
  readonly #span: OtelSpan;

  constructor(span: OtelSpan) {
    this.#span = span;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, "0")}`;
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (failure !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    this.#span.end();
  }
}

function samplerOf(name: TracingSettings["sampler"], ratio: number): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[name.replace("parentbased_", "") as "always_on" | "always_off" | "traceidratio"]();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
