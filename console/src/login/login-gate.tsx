import type { ReactNode } from "react";
import { useSessions } from "../session/session.tsx";
import { LoginPage } from "./login-page.tsx";

/** Shows the console to those who are signed in, and to others the page on which they sign in. */
export function LoginGate({ children }: { children: ReactNode }) {
  const { session } = useSessions();
  return session ? children : <LoginPage />;
}
