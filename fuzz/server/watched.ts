// Loaded into the fuzzed server before its own code: ends it if it connects to another machine, and reports its memory.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string; path?: string } | number | string];
  const host = typeof options === "object" ? options.host : undefined;
  if (host !== undefined && !/^(127\.|::1$|localhost$)/.test(host)) refuse(host);
  return Reflect.apply(connect, this, args);
} as typeof connect;

const { lookup } = dns;
dns.lookup = ((name: string, ...rest: unknown[]) => {
  if (!/^(127\.[\d.]+|::1|localhost)$/.test(name)) refuse(name);
  return Reflect.apply(lookup, dns, [name, ...rest]);
}) as typeof lookup;
syncBuiltinESMExports();

function refuse(host: string): never {
  console.error(`fuzz: the server tried to reach ${host}`);
  process.exit(70);
}

process.on("message", (message) => {
  if (message !== "memory") return;
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ used: heapUsed + external, rss });
});
process.channel?.unref();
