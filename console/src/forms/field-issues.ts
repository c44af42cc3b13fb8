import { isAtriumError } from "@atrium/client";
import { createContext, use, useLayoutEffect, useState } from "react";

/** Why the service refused a field. */
export interface FieldIssue {
  /** Names of fields from the outermost of the form, joined by dots. */
  path: string;
  message: string;
}

/** What was refused of the form around a field. */
interface RefusedForm {
  issues: readonly FieldIssue[];
  /** Tells that a field shows what was refused of it. @returns what takes that back. */
  shows: (path: string) => () => void;
}

export const RefusedForm = createContext<RefusedForm>({ issues: [], shows: () => () => undefined });

/**
 * Why a field, or something in it, was refused; undefined where it was not, and as soon as another value stands in it.
 * @param path undefined for what is no field that shows it.
 */
export function useIssueOf(path: string | undefined, value: unknown): string | undefined {
  const { issues, shows } = use(RefusedForm);
  const [refused, setRefused] = useState({ issues, value });
  if (refused.issues !== issues) setRefused({ issues, value });
  useLayoutEffect(() => (path === undefined ? undefined : shows(path)), [path, shows]);
  return path === undefined || refused.value !== value ? undefined : issueAt(issues, path);
}

/** Whether an issue is of a field, or of something in it. */
export function isOf({ path }: FieldIssue, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

/** The messages of a field and of what it holds, in one line, which names what it holds. */
export function issueAt(issues: readonly FieldIssue[], path: string): string | undefined {
  const own = issues.filter((issue) => isOf(issue, path));
  return own.map((issue) => nameWithin(issue, path) + issue.message).join(" ") || undefined;
}

/** The name of something in a field, before what is said of it. Entries of lists have none: their message quotes them. */
function nameWithin({ path }: FieldIssue, field: string): string {
  const name = path.slice(field.length + 1);
  return /^(\d+)?$/.test(name) ? "" : `${name}: `;
}

/**
 * What an error says of single fields.
 * @param list the field of the input whose only item the form writes. Missing: the form writes the input itself.
 */
export function fieldIssuesOf(error: Error | null, list?: string): FieldIssue[] {
  if (!isAtriumError(error)) return [];
  return error.issues.map(({ path, message }) => ({ path: pathInForm(path, list), message }));
}

/** @param path such as `data.users.0.email`, `data.users[0].email` or `data.triggers["comment.add"]`. */
function pathInForm(path: string, list: string | undefined): string {
  const names = path.replace(/\[(?:(\d+)|"([^"]*)")\]/g, ".$1$2").split(".");
  if (names[0] === "data") names.shift();
  if (list !== undefined && names[0] === list) names.shift();
  if (/^\d+$/.test(names[0] ?? "")) names.shift();
  return names.join(".");
}
