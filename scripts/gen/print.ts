// `node scripts/gen/print.ts` prints the content of each generated file, as a JSON object by path. It writes nothing.
import { generatedFiles } from "./files.ts";
import { format } from "./format.ts";
import { listFiles } from "./lists.ts";

const lists = [...listFiles()].map(([name, text]) => [name, format(name, text)] as const);
process.stdout.write(JSON.stringify(Object.fromEntries([...lists, ...(await generatedFiles())])));
