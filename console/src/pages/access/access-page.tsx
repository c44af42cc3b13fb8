import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { isSame } from "../../forms/changes.ts";
import type { Search } from "../../router/search.ts";
import { useChangeUrl, useUrlValues } from "../../router/url-state.ts";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import { Answer } from "./answer.tsx";
import { Chain } from "./chain.tsx";
import { type Question, questionIn } from "./question.ts";
import { useCheck, usePerson } from "./use-check.ts";

/** Who may do what, and why. */
export default function AccessPage() {
  const { pages, access } = useTexts();
  const values = useUrlValues();
  const question = questionIn(values);
  const [previousValues, setPreviousValues] = useState(values);
  const [draft, setDraft] = useState(values);
  if (previousValues !== values) {
    setPreviousValues(values);
    setDraft(values);
  }
  return (
    <Page title={pages.access} lead={access.lead}>
      <QuestionForm typed={draft} onType={setDraft} />
      {question && !isSame(questionIn(draft), question) ? (
        <Notice kind="plain" title={access.changed}>
          {access.changedHelp}
        </Notice>
      ) : question ? (
        <WithCurrentKey>
          {(client, apiKey) => <Explanation client={client} apiKey={apiKey} question={question} />}
        </WithCurrentKey>
      ) : (
        <Notice kind="plain" title={access.begin}>
          {access.beginHelp}
        </Notice>
      )}
    </Page>
  );
}

function Explanation(props: { client: Client; apiKey: string; question: Question }) {
  const person = usePerson(props.client, props.apiKey, props.question);
  return (
    <QueryView query={useCheck(props.client, props.apiKey, props.question)}>
      {(answer) => (
        <>
          <Answer
            answer={answer}
            question={props.question}
            person={person?.name || props.question.userId}
            isUnknown={person === null}
          />
          <Chain {...props} answer={answer} person={person?.name || props.question.userId} />
        </>
      )}
    </QueryView>
  );
}

interface QuestionFormProps {
  typed: Search;
  onType: (draft: Search) => void;
}

function QuestionForm({ typed, onType }: QuestionFormProps) {
  const { access } = useTexts();
  const change = useChangeUrl();
  const set = (name: string) => (value: string) => onType({ ...typed, [name]: value || undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(typed);
  };
  const what = typed.what ?? "organization";
  return (
    <form className="filters" onSubmit={submit} aria-label={access.question}>
      <TextField label={access.userId} value={typed.user ?? ""} onChange={set("user")} isRequired isCode />
      <ChoiceField
        label={access.action}
        value={typed.action ?? "read"}
        choices={access.actions}
        onChange={set("action")}
      />
      <ChoiceField label={access.resource} value={what} choices={access.resources} onChange={set("what")} />
      {what !== "organization" && (
        <TextField
          label={what === "folder" ? access.resourceIds.folder : access.resourceIds.document}
          value={typed.id ?? ""}
          onChange={set("id")}
          isRequired
          isCode
        />
      )}
      <TextField
        label={access.organizationId}
        value={typed.organization ?? ""}
        onChange={set("organization")}
        isRequired
        isCode
      />
      <Button kind="primary" type="submit">
        {access.check}
      </Button>
    </form>
  );
}
