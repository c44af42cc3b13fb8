import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const sources = join(import.meta.dirname, "..", "..", "functions", "src");

/** The lists of existing files, by path; everything else is generated from these lists. */
export function listFiles(): Map<string, string> {
  return new Map([
    ["functions/src/endpoints.ts", renderEndpoints(sourceFiles("api/**/*.ts"))],
    ["functions/src/jobs.ts", renderJobs(sourceFiles("domain/*/jobs/*.ts"))],
  ]);
}

/** The matching source files without their extensions, sorted. */
function sourceFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: sources })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => file.replaceAll("\\", "/").replace(/\.ts$/, ""))
    .sort();
}

function renderEndpoints(files: readonly string[]): string {
  const names = files.map((file) => [camelCase(file.slice("api/".length)), file] as const);
  return `// Written by \`npm run gen\` from the files below api/.
${names.map(([name, file]) => `import ${name} from "#${file}";`).join("\n")}
import { withAliases } from "#http/aliases";
import type { CallEndpoint } from "#http/endpoint";
import { type Endpoint, isCall } from "#http/endpoint-kinds";

/** Everything that is served, by path. Routes, functions, documentation, client and tests are derived from this list. */
export const endpoints: readonly Endpoint[] = withAliases([
${names.map(([name]) => `  ${name},`).join("\n")}
]);

/** The endpoints that are called with POST and reply once. */
export const callEndpoints: readonly CallEndpoint[] = endpoints.filter(isCall);
`;
}

/** Lists the jobs. A file in jobs/ that implements a job begins its default export with `job(<declaration>`. */
function renderJobs(files: readonly string[]): string {
  const jobs = files.flatMap((file) => {
    const [, declaration] =
      /^export default job\(\s*(\w+)/m.exec(readFileSync(join(sources, `${file}.ts`), "utf8")) ?? [];
    return declaration ? [{ file, declaration, topic: declaringTopic(file, declaration) }] : [];
  });
  const topics = Map.groupBy(jobs, ({ topic }) => topic);
  const ofTopics = [...topics.keys()].map((topic) => {
    const names = (topics.get(topic) ?? []).map(({ declaration }) => declaration).sort();
    return { path: `#domain/${topic}/jobs`, names };
  });
  const imports = [...ofTopics, { path: "#domain/quotas/store/job-usage", names: ["countingUsage"] }]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, names }) => `import { ${names.join(", ")} } from "${path}";`);
  return `// Written by \`npm run gen\` from the files in the jobs/ of the topics.
${imports.join("\n")}
import type { RunnableJob } from "#queue/port";
import { runnable } from "./job.ts";

/** Every job, in the form that the queue runs. */
export const declaredJobs: readonly RunnableJob[] = [
${jobs.map(({ declaration, file }) => `  runnable(${declaration}, () => import("#${file}")),`).join("\n")}
].map(countingUsage);
`;
}

/** The topic whose jobs.ts the declaration is imported from. */
function declaringTopic(file: string, declaration: string): string {
  const text = readFileSync(join(sources, `${file}.ts`), "utf8");
  const pattern = new RegExp(`import \\{[^}]*\\b${declaration}\\b[^}]*\\} from "#domain/(\\w+)/jobs"`);
  const [, topic] = pattern.exec(text) ?? [];
  if (!topic) throw new Error(`${file}.ts does not import the declaration ${declaration} from the jobs.ts of a topic`);
  return topic;
}

function camelCase(path: string): string {
  return path.replaceAll(/[/_.-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
