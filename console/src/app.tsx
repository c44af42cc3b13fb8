import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { LoginGate } from "./login/login-gate.tsx";
import { makeRouter } from "./router/router.tsx";
import { SessionProvider } from "./session/session.tsx";
import { returnCheck } from "./session/unreachable.ts";
import { type LoadedTexts, TextsProvider } from "./texts/texts.tsx";

/** The console. @param code the one-time code of the link that was opened. @param texts those that it opens with. */
export function App({ code, texts }: { code: string | undefined; texts: LoadedTexts }) {
  const [queries] = useState(makeQueries);
  const [router] = useState(makeRouter);
  return (
    <CSPProvider disableStyleElements>
      <TextsProvider first={texts}>
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <LoginGate code={code}>
              <RouterProvider router={router} />
            </LoginGate>
          </SessionProvider>
        </QueryClientProvider>
      </TextsProvider>
    </CSPProvider>
  );
}

function makeQueries(): QueryClient {
  return new QueryClient({
    // The client of the service has its own retries.
    defaultOptions: {
      queries: {
        // An offline browser can still reach a server on its own computer; if it can't, the query fails visibly.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        // A query with its own interval overrides this one, so it has to call `returnCheck` itself.
        refetchInterval: ({ state }) => returnCheck(state.error),
      },
      // Saving while offline fails visibly at once instead of being sent at some later time.
      mutations: { networkMode: "always" },
    },
  });
}
