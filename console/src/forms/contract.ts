import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Contract } from "./schema.ts";

/** The query for the contract, a separate file because the first page does not need it. */
export const contractQuery = queryOptions({
  queryKey: ["contract"],
  queryFn: loadContract,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Reads the contract. */
export function useContract() {
  return useQuery(contractQuery);
}

async function loadContract(): Promise<Contract> {
  const address = document.querySelector<HTMLMetaElement>("meta[name=contract]")?.content ?? "";
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
