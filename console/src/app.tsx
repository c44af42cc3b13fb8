import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { LoginGate } from "./login/login-gate.tsx";
import { makeRouter } from "./router/router.tsx";
import { SessionProvider } from "./session/session.tsx";
import { isUnreachable } from "./session/unreachable.ts";
import { TextsProvider } from "./texts/texts.tsx";

/** Interval of the attempts to reach a server that does not answer, ms. */
const RETURN_CHECK = 3_000;

/** The console. @param code of the link that led here. */
export function App({ code }: { code: string | undefined }) {
  const [queries] = useState(makeQueries);
  const [router] = useState(makeRouter);
  return (
    <CSPProvider disableStyleElements>
      <TextsProvider>
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
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        // A server that comes back is noticed without anybody's doing.
        refetchInterval: ({ state }) => (isUnreachable(state.error) ? RETURN_CHECK : false),
      },
    },
  });
}
