import { callEndpoints } from "#src/endpoints";

const forms = new Map(callEndpoints.map(({ path, forms }) => [path as string, forms] as const));

/**
 * @throws Error if an endpoint declares forms and `data` of its reply does not have the form that the input chooses.
 */
export function checkReplyForm(path: string, input: unknown, data: unknown): void {
  const fields = (input ?? {}) as Record<string, unknown>;
  const form = forms
    .get(path)
    ?.find(({ when }) =>
      Object.entries(when).every(([name, values = []]) => (values as unknown[]).includes(fields[name] ?? undefined)),
    );
  const error = form?.output.safeParse(data).error;
  if (error) throw new Error(`${path} did not answer in the form that it declares for its input: ${error.message}`);
}
