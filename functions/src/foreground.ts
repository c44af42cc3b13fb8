import { Foreground } from "#platform/async/foreground";
import { processPart } from "./context.ts";

/** What people wait for in this process: requests, and messages of editors. Work in the background lets them go first. */
export const foreground = processPart(({ monotonic }) => new Foreground(monotonic));
