import { email } from "~/contract/email-operations";
import { listMessages } from "~/domain/email/list-messages.sql.server";
import { removeSuppression, resendMessage } from "~/domain/email/messages.server";
import { receivePostmarkEvent } from "~/domain/email/postmark-events.server";
import { getPreferences, updatePreferences } from "~/domain/email/preferences.server";
import { listSuppressions } from "~/domain/email/suppressions.sql.server";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listDefaultTemplates,
  listTemplates,
  updateTemplate,
} from "~/domain/email/templates.server";
import { previewTemplate, sendTestMail } from "~/domain/email/try-template.server";
import { receiveTwilioEvent } from "~/domain/email/twilio-events.server";
import { bind } from "~/http/api.server";

export default bind(email, {
  listTemplates: ({ actor, query }) => listTemplates(actor, query),
  createTemplate: ({ actor, body }) => createTemplate(actor, body),
  listDefaults: ({ query }) => listDefaultTemplates(query),
  previewTemplate: ({ actor, body }) => previewTemplate(actor, body),
  sendTest: ({ actor, body }) => sendTestMail(actor, body),
  getTemplate: ({ actor, params }) => getTemplate(actor, params.id),
  updateTemplate: ({ actor, params, body }) => updateTemplate(actor, params.id, body),
  removeTemplate: ({ actor, params }) => deleteTemplate(actor, params.id),
  getPreferences: ({ actor }) => getPreferences(actor),
  updatePreferences: ({ actor, body }) => updatePreferences(actor, body),
  listMessages: ({ actor, query }) => listMessages(actor, query),
  resendMessage: ({ actor, params }) => resendMessage(actor, params.id),
  listSuppressions: ({ actor, query }) => listSuppressions(actor, query),
  removeSuppression: ({ actor, query }) => removeSuppression(actor, query.address),
  receiveTwilio: ({ body, query }) => receiveTwilioEvent(body, query),
  receivePostmark: ({ body }) => receivePostmarkEvent(body),
});
