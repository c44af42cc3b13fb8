import { LINK_CODE_TTL } from "@atrium/functions/domain/sessions/store/link-codes";
import { findWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { Argument, type Command } from "commander";
import { openData, requireData } from "../data/data-folder.ts";
import { browserAddress, requireServer } from "../data/server-address.ts";
import { demoWorkspaceId } from "../docs/demo.ts";
import { issueDemoLink } from "../docs/link-codes.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print } from "./options/data.ts";
import { urlOption } from "./options/server-origin.ts";

/** The pages that a link can open. */
const pageNames = ["docs", "home", "demo", "mail"] as const;
type PageName = (typeof pageNames)[number];

/**
 * @throws CommandError that lists the pages: the argument parser's own message would call it a "command-argument value".
 */
function pageName(text: string): PageName {
  const page = pageNames.find((name) => name === text);
  if (text === "console") throw new CommandError("`npx atrium console` prints the link that logs in to the console.");
  if (!page) throw new CommandError(`There is no page "${text}". The pages are ${pageNames.join(", ")}.`);
  return page;
}

/** `open`. */
export function openCommand(): Command {
  return dataCommand("open", "print a link to the documentation, or to another page, that logs in to the demo", "open")
    .addArgument(
      new Argument(
        "[page]",
        "docs: the documentation; home: the demo and its latest requests; demo: a text that two people edit at once; mail: the stored mails",
      ).default("docs"),
    )
    .addOption(urlOption())
    .addHelpText("after", "\nThe link works once, within 5 minutes, while the server runs.")
    .action(async (page: string, options: DataOptions & { url?: string }) => {
      const link = await newLink(pageName(page), options);
      const text = `${link}\n\nOpen it within 5 minutes in a browser; it works once.`;
      print(options, { link, expiresAt: new Date(Date.now() + LINK_CODE_TTL).toISOString() }, text);
    });
}

async function newLink(page: PageName, { data: folder, url }: DataOptions & { url?: string }): Promise<string> {
  requireData(folder);
  const { store, userTokenKeys } = await openData(folder);
  try {
    if (!(await findWorkspace(store, demoWorkspaceId)))
      throw new CommandError(
        `The data in ${folder} has no demo workspace. Open /docs of the server and enter what \`npx atrium credentials\` shows.`,
      );
    const server = await requireServer(store, userTokenKeys(), folder);
    return await issueDemoLink(store, url ?? browserAddress(server), page === "home" ? "/" : `/${page}`, Date.now());
  } finally {
    await store.close();
  }
}
