// What may import what. `npm run lint` holds the code to it; ARCHITECTURE.md says why it is so.
const topics = require("./functions/src/domain/topics.json");

const src = "^functions/src/";
const isTest = "\\.test\\.ts$";

/** The layers, the lowest first. A file may import what stands in its own layer or below. */
const layers = [
  { name: "platform", path: "platform/", is: "platform/ knows nothing of Atrium" },
  { name: "engines", path: "(store|queue|outbound)/", is: "the engines know no topic and no endpoint" },
  { name: "errors", path: "errors\\.ts$", is: "the table of error texts knows words only" },
  {
    name: "context",
    path: "(context|errors|heavy-work)\\.ts$",
    is: "the context names ports only; a topic keeps what it needs as a `processPart`",
  },
  {
    name: "topics",
    path: "domain/[^/]+/[^/]+\\.ts$",
    is: "the rules of a topic are pure; what reads or writes belongs in its store/",
  },
  { name: "calls", path: "(call|job)\\.ts$", is: "a call is described by what the topics' rules name" },
  { name: "topic stores", path: "domain/[^/]+/store/", is: "the store of a topic knows no job and no kernel" },
  { name: "topic jobs", path: "domain/[^/]+/jobs/", is: "a job knows no kernel and no endpoint" },
  { name: "kernel", path: "http/", is: "the kernel knows no endpoint: it is handed the list" },
  { name: "endpoints", path: "api/", is: "an endpoint knows no list of endpoints or jobs and no host" },
  { name: "lists", path: "(endpoints|jobs)\\.ts$", is: "the lists know no host" },
  { name: "hosts", path: "(cloud/|(index|heavy-worker)\\.ts$)", is: "" },
];

const layerRules = layers.slice(0, -1).map(({ name, path, is }, i) => ({
  name: `layer-${name.replaceAll(" ", "-")}`,
  comment: `${capital(is)}. Move what both need down, or pass it in as an argument.`,
  severity: "error",
  from: { path: src + path, pathNot: isTest },
  to: { path: layers.slice(i + 1).map((above) => src + above.path) },
}));

const topicRules = topics.slice(0, -1).map((topic, i) => ({
  name: `topic-${topic}`,
  comment: `The topic ${topic} stands below the ones that it may not import (functions/src/domain/topics.json). Move what both need into the lower one, or let the upper one pass it in.`,
  severity: "error",
  from: { path: `${src}domain/${topic}/`, pathNot: isTest },
  to: { path: `${src}domain/(${topics.slice(i + 1).join("|")})/` },
}));

/** Cloud libraries, and the only files that may name them. */
const libraryRules = [
  { library: "firebase-admin", files: "(store/firestore/|cloud/|index\\.ts$)" },
  { library: "firebase-functions", files: "(cloud/|index\\.ts$)" },
  { library: "@google-cloud/tasks", files: "queue/cloud-tasks" },
  { library: "@google-cloud/firestore", files: "store/firestore/" },
].map(({ library, files }) => ({
  name: `library-${library.replace(/^@/, "").replace("/", "-")}`,
  comment: `Cloud libraries stay behind the ports: ${library} is named only in ${files.replaceAll(/[\\$()]/g, "").replaceAll("|", ", ")}. Use the port.`,
  severity: "error",
  from: { path: src, pathNot: [isTest, src + files] },
  to: { path: `(^|/)node_modules/${library}/|^${library}` },
}));

module.exports = {
  forbidden: [
    {
      name: "no-circle",
      comment:
        "Files may not import each other in a circle, types included. Move the shared type or function into a file below both.",
      severity: "error",
      from: { pathNot: isTest },
      to: { circular: true },
    },
    {
      name: "known-topic",
      comment:
        "A folder of domain/ is a topic: list it in functions/src/domain/topics.json, behind the topics that it needs.",
      severity: "error",
      from: {},
      to: { path: `${src}domain/`, pathNot: `${src}domain/((${topics.join("|")})/|topics\\.json$)` },
    },
    ...layerRules,
    ...topicRules,
    {
      name: "pure-topics",
      comment:
        "Only store/ and jobs/ of a topic use the document store: the topic's own files hold rules and shapes, which are tried without one.",
      severity: "error",
      from: { path: `${src}domain/[^/]+/[^/]+\\.ts$`, pathNot: isTest },
      to: { path: `${src}store/` },
    },
    {
      name: "endpoints-alone",
      comment:
        "An endpoint never imports another one; a v1 file may import its own v2 twin. What two share moves into a topic.",
      severity: "error",
      from: { path: `${src}api/(v1|v2)/(.+)\\.ts$`, pathNot: isTest },
      to: { path: `${src}api/`, pathNot: `${src}api/v2/$2\\.ts$` },
    },
    ...libraryRules,
    {
      name: "listed-package",
      comment:
        "What runs in production lists its packages itself: add this one to `dependencies` in the package.json of the workspace.",
      severity: "error",
      from: { path: "^(client|functions|server)/src/", pathNot: isTest },
      to: {
        dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"],
        dependencyTypesNot: ["npm", "npm-peer"],
        pathNot: "^(client|functions|server)/",
      },
    },
    {
      name: "resolvable",
      comment: "The import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // The compiler in use has no interface for other tools yet.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    // Only builds of ours: the code of many packages is in a folder of this name.
    exclude: { path: ["^dist/", "^(client|functions|server)/dist/", "node_modules/\\.cache/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node"],
      extensions: [".ts", ".mjs", ".js", ".json"],
    },
  },
};

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
