import { useMutation } from "@tanstack/react-query";
import { workspaceClient } from "../session/clients.ts";
import type { Login } from "../session/credentials.ts";

/** Logs in with id and token of a workspace, which are tried with a call first. @param onLogin called when they are right. */
export function useTokenLogin(onLogin: (login: Login) => void) {
  return useMutation({
    mutationFn: async (typed: { workspaceId: string; authToken: string }) => {
      const login: Login = { kind: "token", workspaceId: typed.workspaceId.trim(), authToken: typed.authToken.trim() };
      await workspaceClient(login).workspace.apikeys.get({ pageSize: 1 });
      return login;
    },
    onSuccess: onLogin,
  });
}
