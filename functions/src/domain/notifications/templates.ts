import { checkTemplate } from "./message-template.ts";
import type { NotificationContent } from "./notification.ts";

/** The parts of a notification that its templates depend on. */
export type Templates = Pick<
  NotificationContent,
  | "actionUser"
  | "displayHeadlineMessageTemplate"
  | "displayHeadlineMessageTemplateData"
  | "displayBodyMessageTemplate"
  | "displayBodyMessageTemplateData"
>;

/** What is known of whoever receives a notification, when its data does not say it. */
const recipientUser = { userId: "", name: "", email: "" };

/**
 * The variables of the headline need their values in its data, those of the body in its own data or in the headline's.
 * `actionUser` is else the user who acted, `recipientUser` whoever receives it.
 * @throws ApiError INVALID_ARGUMENT naming the variable and the fields.
 */
export function checkTemplates(given: Templates): void {
  const { actionUser, displayHeadlineMessageTemplateData = {}, displayBodyMessageTemplateData = {} } = given;
  const data = [displayHeadlineMessageTemplateData, { actionUser, recipientUser }];
  checkTemplate({
    field: "displayHeadlineMessageTemplate",
    text: given.displayHeadlineMessageTemplate ?? "",
    dataField: "displayHeadlineMessageTemplateData",
    data,
  });
  checkTemplate({
    field: "displayBodyMessageTemplate",
    text: given.displayBodyMessageTemplate ?? "",
    dataField: "displayBodyMessageTemplateData",
    data: [displayBodyMessageTemplateData, ...data],
  });
}
