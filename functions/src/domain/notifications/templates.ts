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

/** Stands for the recipient of a notification whose data names none. */
const recipientUser = { userId: "", name: "", email: "" };

/**
 * Checks the templates: variables of the headline need values in its data, those of the body in its own data or the
 * headline's. `actionUser` defaults to the user who acted, `recipientUser` to the recipient.
 * @throws ApiError INVALID_ARGUMENT naming the variable and the fields.
 */
export function checkTemplates(templates: Templates): void {
  const { actionUser, displayHeadlineMessageTemplateData = {}, displayBodyMessageTemplateData = {} } = templates;
  const data = [displayHeadlineMessageTemplateData, { actionUser, recipientUser }];
  checkTemplate({
    field: "displayHeadlineMessageTemplate",
    text: templates.displayHeadlineMessageTemplate ?? "",
    dataField: "displayHeadlineMessageTemplateData",
    data,
  });
  checkTemplate({
    field: "displayBodyMessageTemplate",
    text: templates.displayBodyMessageTemplate ?? "",
    dataField: "displayBodyMessageTemplateData",
    data: [displayBodyMessageTemplateData, ...data],
  });
}
