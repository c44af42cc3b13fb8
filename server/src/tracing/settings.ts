import { type Environment, SettingsError, wholeNumber } from "../settings/environment.ts";

/** Sampler, one of the names of `OTEL_TRACES_SAMPLER`. */
type SamplerName = (typeof SAMPLERS)[number];

const SAMPLERS = [
  ...(["always_on", "always_off", "traceidratio"] as const),
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
];

/** How spans are sampled and batched. The exporter itself reads the address, headers and timeouts of the receiver. */
export interface TracingSettings {
  sampler: SamplerName;
  /** Share of traces to keep, from 0 to 1, for samplers that use a ratio. */
  ratio: number;
  /** Pause between two exports, in ms. */
  delay: number;
  /** Maximum number of queued spans; further spans are dropped. */
  queueSize: number;
  /** Maximum number of spans in one export. */
  batchSize: number;
}

/**
 * Reads the standard variables of OpenTelemetry. Tracing is on if an address for traces is set, and neither
 * `OTEL_SDK_DISABLED` is true nor `OTEL_TRACES_EXPORTER` none.
 * @returns undefined if there are no traces.
 * @throws SettingsError for unsupported values.
 */
export function readTracing(environment: Environment): TracingSettings | undefined {
  const exporter = environment.get("OTEL_TRACES_EXPORTER") ?? "otlp";
  const address =
    environment.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") ?? environment.get("OTEL_EXPORTER_OTLP_ENDPOINT");
  const isDisabled = environment.get("OTEL_SDK_DISABLED")?.trim().toLowerCase() === "true";
  if (address === undefined || isDisabled || exporter === "none") return undefined;
  if (exporter !== "otlp") throw new SettingsError(`OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}".`);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new SettingsError(`OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, not "${address}".`);
  checkProtocol(environment);
  const sampler = environment.get("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  if (!isSampler(sampler))
    throw new SettingsError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(", ")}, not "${sampler}".`);
  const queueSize = wholeNumber(environment, "OTEL_BSP_MAX_QUEUE_SIZE", 2048, 1);
  return {
    sampler,
    ratio: readRatio(environment),
    delay: wholeNumber(environment, "OTEL_BSP_SCHEDULE_DELAY", 5000, 1),
    queueSize,
    batchSize: wholeNumber(environment, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", Math.min(512, queueSize), 1, queueSize),
  };
}

function isSampler(name: string): name is SamplerName {
  return SAMPLERS.includes(name as SamplerName);
}

function readRatio(environment: Environment): number {
  const text = environment.get("OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1))
    throw new SettingsError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
  return ratio;
}

function checkProtocol(environment: Environment): void {
  const protocol =
    environment.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? environment.get("OTEL_EXPORTER_OTLP_PROTOCOL");
  // Receivers of OTLP over HTTP accept both encodings, so JSON is always sent.
  if (protocol !== undefined && !protocol.startsWith("http/"))
    throw new SettingsError(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or http/protobuf, not "${protocol}". Collectors take both at port 4318.`,
    );
}
