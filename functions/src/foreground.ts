import { Foreground } from "#platform/async/foreground";
import { processPart } from "./context.ts";

/**
 * Tracks work that people wait for in this process: requests, and messages of editors. Background work yields to it.
 */
export const foreground = processPart(({ monotonic }) => new Foreground(monotonic));
