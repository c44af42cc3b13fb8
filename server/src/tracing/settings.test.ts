import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { readSettings } from "../settings/settings.ts";
import { openTracing } from "./open-tracing.ts";

const address = "http://127.0.0.1:4318";

test("there are no traces without an address for them, and none if they are switched off", async () => {
  for (const variables of [
    {},
    { OTEL_SERVICE_NAME: "atrium" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_SDK_DISABLED: "true" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_EXPORTER: "none" },
  ])
    expectWithContext(readSettings(variables).tracing, JSON.stringify(variables)).toBeUndefined();
  expect(await openTracing(undefined)).toBeUndefined();
});

test("with only an address set, every sampled trace is exported", () => {
  const usual = { sampler: "parentbased_always_on", ratio: 1, delay: 5000, queueSize: 2048, batchSize: 512 };
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: address }).tracing).toStrictEqual(usual);
  expect(readSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${address}/v1/traces` }).tracing).toStrictEqual(usual);
  const ratio = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: address, ...ratio }).tracing).toMatchObject({
    sampler: "traceidratio",
    ratio: 0.1,
  });
});

test("a tracing setting that is not supported ends the start with an error that names it", () => {
  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ["OTEL_BSP_SCHEDULE_DELAY", "soon"],
  ] as const)
    expectWithContext(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: address, [name]: value }), name).toThrow(
      expect.objectContaining({ name: "SettingsError", message: expect.stringContaining(name) }),
    );
});

test("if the packages are missing, the start ends with the command that installs them", async () => {
  const { tracing } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
  const missing = Object.assign(new Error("Cannot find module"), { code: "MODULE_NOT_FOUND" });
  await expect(openTracing(tracing, () => Promise.reject(missing))).rejects.toMatchObject({
    name: "SettingsError",
    message: expect.stringMatching(/Run `npm install --no-save .*@opentelemetry\/sdk-trace@3\.1\.0`/),
  });
});

test("the many other variables of OpenTelemetry are not reported as mistakes, however similar to ours", () => {
  const others = { OTEL_BLRP_SCHEDULE_DELAY: "1", OTEL_BLRP_MAX_QUEUE_SIZE: "1", OTEL_METRICS_EXPORTER: "none" };
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: address, ...others }).notices).toStrictEqual([]);
});
