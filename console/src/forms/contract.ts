import { useQuery } from "@tanstack/react-query";
import type { Contract } from "./schema.ts";

/** The contract, which is a file of its own because the first page needs none of it. */
export function useContract() {
  return useQuery({ queryKey: ["contract"], queryFn: loadContract, staleTime: Number.POSITIVE_INFINITY });
}

async function loadContract(): Promise<Contract> {
  const address = document.querySelector<HTMLMetaElement>("meta[name=contract]")?.content ?? "";
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
