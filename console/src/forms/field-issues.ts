import { isAtriumError } from "@atrium/client";
import { createContext, use } from "react";

/** Why the service refused a field. */
export interface FieldIssue {
  /** Names of fields from the outermost of the form, joined by dots. */
  path: string;
  message: string;
}

/** What was refused of the form around a field. */
export const FieldIssues = createContext<readonly FieldIssue[]>([]);

/** Why a field, or something in it, was refused; undefined where it was not. */
export function useIssueOf(path: string): string | undefined {
  return issueAt(use(FieldIssues), path);
}

/** The messages of a field and of what it holds, in one line. */
export function issueAt(issues: readonly FieldIssue[], path: string): string | undefined {
  const own = issues.filter((issue) => issue.path === path || issue.path.startsWith(`${path}.`));
  return own.map(({ message }) => message).join(" ") || undefined;
}

/**
 * What an error says of single fields.
 * @param list the field of the input whose only item the form writes. Missing: the form writes the input itself.
 */
export function fieldIssuesOf(error: Error | null, list?: string): FieldIssue[] {
  if (!isAtriumError(error)) return [];
  return error.issues.map(({ path, message }) => ({ path: pathInForm(path, list), message }));
}

/** @param path such as `data.users.0.email` or `data.users[0].email`. */
function pathInForm(path: string, list: string | undefined): string {
  const names = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  if (names[0] === "data") names.shift();
  if (list !== undefined && names[0] === list) names.shift();
  if (/^\d+$/.test(names[0] ?? "")) names.shift();
  return names.join(".");
}
