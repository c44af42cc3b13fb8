import { useQuery } from "@tanstack/react-query";
import { QueryView } from "../../components/query-view.tsx";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";

interface NotificationTextProps {
  client: Client;
  apiKey: string;
  organizationId: string;
  notificationId: string;
}

/** The headline and the body of a notification as people read them. */
export function NotificationText({ client, apiKey, organizationId, notificationId }: NotificationTextProps) {
  const { notifications } = useTexts();
  const notification = useQuery({
    queryKey: [apiKey, "notification", organizationId, notificationId],
    queryFn: async ({ signal }) => {
      const of = { organizationId, notificationIds: [notificationId] };
      return (await client.notifications.get(of, { signal })).data[0] ?? null;
    },
  });
  return (
    <QueryView query={notification}>
      {(storedNotification) =>
        storedNotification ? (
          <>
            <h3>{storedNotification.messages.displayHeadlineMessage}</h3>
            <p>{storedNotification.messages.displayBodyMessage}</p>
          </>
        ) : (
          <p className="quiet">{notifications.noText}</p>
        )
      }
    </QueryView>
  );
}
