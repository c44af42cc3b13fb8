import cluster from "node:cluster";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { dataFile } from "./data-folder.ts";
import { createHttpServer } from "./http-server.ts";
import { createLog } from "./log.ts";
import { openService } from "./service.ts";
import { type HostSettings, readSettings, SettingsError } from "./settings.ts";

/** Starts the service and keeps it until SIGINT or SIGTERM. Failures to start are one line and exit code 1. */
export async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env);
    if (settings.workers > 1 && cluster.isPrimary) await runPrimary(settings);
    else await runWorker(settings);
  } catch (error) {
    if (!(error instanceof DataFileError || error instanceof SettingsError || isListenError(error))) throw error;
    console.error(`atrium: ${isListenError(error) ? explainListen(error) : error.message}`);
    process.exit(1);
  }
}

async function runWorker(settings: HostSettings): Promise<void> {
  const log = createLog(settings.logLevel);
  const isFirstRun = !existsSync(dataFile(settings.dataFolder));
  const { context, queue } = await openService(settings, log);
  const app = createHttpServer(context);
  const stop = async () => {
    await app.close();
    await queue.drain();
    await context.store.close();
    log.flush();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  await app.listen({ host: settings.host, port: settings.port });
  if (!cluster.isWorker || cluster.worker?.id === 1) await queue.resume();
  if (isFirstRun) console.log("first run");
  if (!cluster.isWorker) announce(settings, (app.server.address() as AddressInfo).port);
}

/** Opens the data once, so that secrets and tables are made once, then starts the workers. */
async function runPrimary(settings: HostSettings): Promise<void> {
  const { context } = await openService(settings, createLog("silent"));
  await context.store.close();
  let isStopping = false;
  for (let i = 0; i < settings.workers; i++) cluster.fork();
  const stop = () => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  cluster.on("exit", (_worker, code) => {
    if (isStopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
      return;
    }
    if (code === 1) return process.exit(1);
    cluster.fork();
  });
  await new Promise<void>((resolve) => cluster.once("listening", () => resolve()));
  announce(settings, settings.port);
}

function announce({ host, dataFolder }: HostSettings, port: number): void {
  console.log(
    `Atrium listens on http://${host.includes(":") ? `[${host}]` : host}:${port} and keeps its data in ${dataFolder}. Stop with Ctrl-C.`,
  );
}

interface ListenError extends Error {
  code: string;
  syscall: string;
  address?: string;
  port?: number;
}

function isListenError(error: unknown): error is ListenError {
  return (error as ListenError)?.syscall === "listen" || (error as ListenError)?.syscall === "getaddrinfo";
}

function explainListen({ code, address, port, message }: ListenError): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken on ${address}. Stop what uses it, or start with PORT=${(port ?? 5050) + 1}.`;
  if (code === "EACCES") return `Port ${port} needs more rights. Start with a PORT above 1023.`;
  return `The address can't be listened on (${message}). Check HOST and PORT.`;
}

void main();
