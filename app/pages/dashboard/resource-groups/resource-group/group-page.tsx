import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { Buttons, NARROW_FORM } from "~/ui/kit/form";
import { List, Row, RowMain, RowText } from "~/ui/kit/list";
import { PageHeader } from "~/ui/layout/page-header";
import { GroupFields } from "../group-fields";
import type { GroupAnswer } from "./apply.server";
import type { GroupView } from "./load.server";

interface GroupPageProps {
  view: GroupView;
  answer: GroupAnswer | undefined;
}

/** A group of resources: editable with permission, otherwise a list. */
export function GroupPage({ view, answer }: GroupPageProps) {
  const { id, name, seen, values, resources, limits, may_edit } = view;
  const up = { to: "/dashboard/resource-groups", name: t("Groups") };
  return (
    <>
      <PageHeader up={up} title={name} />
      {may_edit ? (
        <PageForm
          key={seen}
          stored={values}
          typed={answer?.typed}
          refusal={answer?.result}
          limits={limits}
          version={{ field: "seen", stored: seen, conflict: answer?.conflict?.seen }}
          meanwhile={answer?.conflict?.now ?? null}
          draft={`group ${id}`}
          className={NARROW_FORM}
        >
          {answer?.conflict && (
            <Notice tone="bad">{t("Changed by someone else. Review, then save.")}</Notice>
          )}
          <GroupFields resources={resources} />
          <Buttons>
            <Button variant="primary" type="submit" name="intent" value="save">
              {answer?.conflict ? t("Save mine") : t("Save")}
            </Button>
          </Buttons>
        </PageForm>
      ) : (
        <List>
          {resources
            .filter((resource) => values.resource_ids.includes(resource.id))
            .map((resource) => (
              <Row key={resource.id}>
                <RowMain>
                  <RowText>{resource.name}</RowText>
                </RowMain>
              </Row>
            ))}
        </List>
      )}
      {may_edit && (
        <div className="max-w-192 mt-6">
          <Confirm
            title={t("Delete group")}
            intent="delete"
            button={t("Delete {{name}}", { name })}
            refusal={answer?.result}
          >
            <p>{t("Its resources stay. This can’t be undone.")}</p>
          </Confirm>
        </div>
      )}
    </>
  );
}
