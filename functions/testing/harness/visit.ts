import type { PageEndpoint } from "#http/page/declaration";
import { servePage } from "#http/page/serve-page";
import type { Answer, World } from "./world.ts";

/** Requests a page as a host would pass the request on. @param headers headers of the request. */
export async function visit(w: World, page: PageEndpoint, headers: Record<string, string> = {}): Promise<Answer> {
  const request = {
    method: "GET",
    path: page.path,
    query: "",
    headers,
    ip: "192.0.2.1",
    body: async () => new Uint8Array(),
  };
  const host = { version: "1.2.3", store: w.context.store.kind };
  const response = await servePage(page, { request, host, context: async () => w.context }, w.context);
  const isJson = response.headers["content-type"]?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(response.body) : response.body,
  };
}
