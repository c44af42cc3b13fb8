/**
 * @throws Error if a refusal whose message names a field of the request does not list that field in `details.issues`
 * (docs/behaviour.md#errors).
 */
export function checkListedIssues(path: string, error: unknown): void {
  const { status, message, details } = error as { status?: string; message?: string; details?: { issues?: unknown } };
  if (status !== "INVALID_ARGUMENT" || !/^(data|query)\b/.test(message ?? "")) return;
  const [first] = (details?.issues ?? []) as { path: string; message: string }[];
  if (`${first?.path} ${first?.message}` !== message)
    throw new Error(`${path} did not list in details.issues what its message says: ${JSON.stringify(error)}`);
}
