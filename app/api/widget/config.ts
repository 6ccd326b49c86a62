import { widget } from "~/contract/widget";
import { answerWidgetConfig } from "~/domain/widgets/answer-widget-config.server";
import { api, on } from "~/http/api.server";
import { withETag } from "~/http/etag.server";

const route = api(
  on(widget.config, async ({ actor, query, request }) => {
    const answer = await answerWidgetConfig(actor, query, request.headers.get("If-None-Match"));
    return withETag(answer, answer.max_age_seconds);
  }),
);
export const loader = route.loader;
export const action = route.action;
