// Prints the folder of firebase-tools. npm runs this with the package's commands first in the PATH.
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const folders = (process.env.PATH ?? "").split(delimiter).map((bin) => join(dirname(bin), "firebase-tools"));
console.log(folders.find((folder) => existsSync(join(folder, "package.json"))) ?? "");
