import type { JsonObject } from "./json.ts";

/** An area of the interface. */
interface Area {
  name: string;
  description: string;
  /** Paths of the area without their version. The first area that matches applies. */
  prefixes: readonly string[];
}

/** Areas with their own description. */
const areas: readonly Area[] = [
  { name: "Users", description: "People of an organization, a folder or a document.", prefixes: ["/users/"] },
  { name: "Access", description: "User tokens, and who may read or write what.", prefixes: ["/auth/"] },
  {
    name: "Documents",
    description: "Documents of an organization.",
    prefixes: ["/organizations/documents/", "/documents/"],
  },
  { name: "Folders", description: "Folders, which nest and hold documents.", prefixes: ["/organizations/folders/"] },
  { name: "User groups", description: "Groups of users of an organization.", prefixes: ["/organizations/usergroups/"] },
  {
    name: "Organizations",
    description: "Your customers, whose users work together.",
    prefixes: ["/organizations/"],
  },
  {
    name: "Comments",
    description: "Comment threads on a document, with reactions.",
    prefixes: ["/commentannotations/"],
  },
  { name: "Notifications", description: "Notifications of users, and their channels.", prefixes: ["/notifications/"] },
  { name: "Activities", description: "The log of who did what.", prefixes: ["/activities/"] },
  { name: "Recordings", description: "Audio, video and screen recordings.", prefixes: ["/recordings/"] },
  { name: "Presence", description: "Users who are viewing a document now.", prefixes: ["/presence/"] },
  { name: "Live state", description: "State shared by all users of a document.", prefixes: ["/livestate/"] },
  { name: "Editor content", description: "Content that several users edit at once, as a CRDT.", prefixes: ["/crdt/"] },
  {
    name: "Webhooks",
    description: "Your webhook endpoints, and their deliveries.",
    prefixes: ["/workspace/advancedwebhook", "/workspace/webhookconfig/"],
  },
  { name: "Workspace", description: "Workspaces, API keys, tokens, features and settings.", prefixes: ["/workspace/"] },
];

/** The area of paths without a version. */
const server: Area = { name: "Server", description: "Whether the server is up, and its public keys.", prefixes: [] };

/** Tag of the events that webhooks receive. */
export const eventTag = "Events";

/** Tag of the operation at a path; v1 has its own tags. */
export function tagOf(path: string): string {
  const { name } = areaOf(path);
  return path.startsWith("/v1/") ? `${name} (v1)` : name;
}

/** The described area of a path, or an area named after the first folder of the path. */
function areaOf(path: string): Area {
  if (!/^\/v\d\//.test(path)) return server;
  const rest = path.slice("/v1".length);
  return areas.find(({ prefixes }) => prefixes.some((prefix) => rest.startsWith(prefix))) ?? folderArea(rest);
}

/** `/live_notes/add` belongs to the area "Live notes". */
function folderArea(rest: string): Area {
  const folder = rest.split("/")[1] ?? "";
  const words = folder.replaceAll(/[_-]/g, " ");
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return { name, description: `Endpoints below \`/${folder}\`.`, prefixes: [`/${folder}/`] };
}

/** The areas of these paths: first those with their own description, then the others in the order of the paths. */
function areasOf(paths: readonly string[]): Area[] {
  const used = new Map(paths.map(areaOf).map((area) => [area.name, area]));
  const described = areas.filter(({ name }) => used.has(name));
  return [...described, ...[...used.values()].filter(({ name }) => !described.some((area) => area.name === name))];
}

/** The tags that are in use, and their groups. */
export function tagSections(paths: readonly string[]): { tags: JsonObject[]; "x-tagGroups": JsonObject[] } {
  const used = new Set(paths.map(tagOf));
  const all = areasOf(paths);
  const current = all.filter(({ name }) => used.has(name));
  const earlier = all
    .map(({ name, description }) => ({ name: `${name} (v1)`, description: `${description} The earlier version.` }))
    .filter(({ name }) => used.has(name));
  const events = { name: eventTag, description: "Events that webhooks receive." };
  const tag = ({ name, description }: Omit<Area, "prefixes">) => ({ name, description });
  const names = (group: readonly { name: string }[]) => group.map(({ name }) => name);
  return {
    tags: [...current, ...earlier, events].map(tag),
    "x-tagGroups": [
      { name: "Version 2", tags: names(current) },
      { name: "Webhooks", tags: [eventTag] },
      { name: "Version 1", tags: names(earlier) },
    ],
  };
}
