// Runs in the browser: shows openapi.json. Where the server offers its demo, calls are filled in so that they can be sent.

const notice = document.querySelector("#notice");

try {
  const [description, demo] = await Promise.all([read("/openapi.json"), read("/docs/demo.json")]);
  if (demo.credentials) {
    useNames(description, demo.names);
    description.info.description += `\n\n**Try it:** the calls on this page are filled in with the demo workspace of this server. Choose an endpoint, then *Test Request* and *Send*.`;
  }
  notice?.remove();
  Scalar.createApiReference("#reference", {
    content: description,
    authentication: {
      securitySchemes: Object.fromEntries(
        Object.entries(demo.credentials ?? {}).map(([scheme, value]) => [scheme, { value }]),
      ),
    },
    operationTitleSource: "path",
    expandAllSchemaProperties: true,
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    // As short as the place is.
    localization: { translations: { apiClient: { authSelector: { selectedType: "{type}" } } } },
    // Nothing that another server would answer.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
  });
} catch (error) {
  const text = "The documentation can't be shown: ";
  if (notice) notice.textContent = text + (error instanceof Error ? error.message : String(error));
}

/** Reads JSON of this server. */
async function read(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}

/** Puts the names of the demo in the place of those that examples of requests use. */
function useNames(description, names) {
  const renamed = (value) => {
    if (typeof value === "string") return names[value] ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner)]));
  };
  for (const { post } of Object.values(description.paths).filter(({ post }) => post)) {
    const json = post.requestBody.content["application/json"];
    json.example = renamed(json.example);
  }
}
