import { useMutation } from "@tanstack/react-query";
import { workspaceClient } from "../session/clients.ts";
import type { Login } from "../session/credentials.ts";

/**
 * Logs in with a workspace's id and token after verifying them with a call.
 * @param onLogin called when they are valid.
 */
export function useTokenLogin(onLogin: (login: Login) => void) {
  return useMutation({
    mutationFn: async (credentials: { workspaceId: string; authToken: string }) => {
      const login: Login = {
        kind: "token",
        workspaceId: credentials.workspaceId.trim(),
        authToken: credentials.authToken.trim(),
      };
      await workspaceClient(login).workspace.apikeys.get({ pageSize: 1 });
      return login;
    },
    onSuccess: onLogin,
  });
}
