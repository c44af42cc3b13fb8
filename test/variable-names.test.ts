import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root, sourceFiles } from "./source-files.ts";

/** Participles that say what happened to a value, and not what it is. */
const PARTICIPLES =
  "asked chosen found given heard held kept known looked made meant named said seen sent shown stored told tried typed";
/** A variable, the rest of a destructured value, or a private field. */
const declaration = new RegExp(
  `(?:\\b(?:const|let) (?:\\[|\\{[^=]*\\.\\.\\.)?|^ *(?:readonly )?#)(${PARTICIPLES.replaceAll(" ", "|")})\\b(?! *\\()`,
);

test("variables are named by what they hold", () => {
  const files = sourceFiles("*.ts", "*.tsx", "*.mjs");
  expect(files.length).toBeGreaterThan(1000);
  const misnamed = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, i) => {
        const name = declaration.exec(line)?.[1];
        return name ? [`${file}:${i + 1}: name what \`${name}\` holds, such as \`storedUser\` or \`matches\``] : [];
      }),
  );
  expect(misnamed).toStrictEqual([]);
});
