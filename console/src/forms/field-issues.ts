import { isAtriumError } from "@atrium/client";
import { createContext, use, useLayoutEffect, useState } from "react";

/** Why the service refused a field. */
export interface FieldIssue {
  /** Field names from the top level of the form, joined by dots. */
  path: string;
  message: string;
}

/** Thrown by a form that is not sent, because the service would accept values that can't be meant. */
export class RefusedFields extends Error {
  readonly issues: readonly FieldIssue[];

  constructor(issues: readonly FieldIssue[]) {
    super(issues.map(({ message }) => message).join(" "));
    this.issues = issues;
  }
}

/** The refused fields of the form around a field. */
interface RefusedForm {
  issues: readonly FieldIssue[];
  /** Registers a field that shows its own issues. @returns a function that unregisters it. */
  shows: (path: string) => () => void;
}

export const RefusedForm = createContext<RefusedForm>({ issues: [], shows: () => () => undefined });

/**
 * Why a field, or something in it, was refused; undefined if it was not, or once its value has changed.
 * @param path undefined for an input that does not show issues itself.
 */
export function useIssueOf(path: string | undefined, value: unknown): string | undefined {
  const { issues, shows } = use(RefusedForm);
  const [refused, setRefused] = useState({ issues, value });
  if (refused.issues !== issues) setRefused({ issues, value });
  useLayoutEffect(() => (path === undefined ? undefined : shows(path)), [path, shows]);
  return path === undefined || refused.value !== value ? undefined : issueAt(issues, path);
}

/** Whether an issue concerns a field, or something in it. */
export function isOf({ path }: FieldIssue, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

/** The messages for a field and its inner fields in one line, in which inner fields are named. */
export function issueAt(issues: readonly FieldIssue[], path: string): string | undefined {
  const own = issues.filter((issue) => isOf(issue, path));
  return own.map((issue) => nameWithin(issue, path) + issue.message).join(" ") || undefined;
}

/** The name of an inner field as a prefix of its message. List entries have none: their message quotes them. */
function nameWithin({ path }: FieldIssue, field: string): string {
  const name = path.slice(field.length + 1);
  return /^(\d+)?$/.test(name) ? "" : `${name}: `;
}

/**
 * The messages of an error about single fields.
 * @param list the input field with a list whose only item the form edits. Default: the form edits the input itself.
 */
export function fieldIssuesOf(error: Error | null, list?: string): readonly FieldIssue[] {
  if (error instanceof RefusedFields) return error.issues;
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
