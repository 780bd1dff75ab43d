import type { Hal, Link, Template } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { locationOf } from '../../api/resource.js';
import type { TemplateFormProps } from '../../forms/form.js';
import { FormDialog } from '../../generic/form-dialog.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { newSigningSecret } from './signing-secret.js';

interface SecretFormProps {
  /** Draws the button that opens the form. */
  readonly opener: (open: () => void) => ReactElement;
  readonly title: string;
  readonly resource: Hal;
  readonly name: string;
  readonly template: Template;
  readonly question?: string;
  readonly fields?: TemplateFormProps['fields'];
  /** Called once people have seen the secret. Gets the link to what the form has made. */
  readonly onSeen?: (made: Link) => void;
}

/** A form whose secret the page makes. Once the subscription signs with it, the page shows it. */
export function SecretForm({ opener, onSeen, ...form }: SecretFormProps): ReactElement {
  const [secret, setSecret] = useState<string>();
  const [answer, setAnswer] = useState<unknown>();
  const open = (): void => {
    setAnswer(undefined);
    setSecret(newSigningSecret());
  };
  const close = (): void => setSecret(undefined);
  const seen = (): void => {
    const made = locationOf(answer);
    if (onSeen && made) onSeen(made);
    else close();
  };
  return (
    <>
      {opener(open)}
      {secret !== undefined && answer === undefined && (
        <FormDialog {...form} preset={{ secret }} onClose={close} onDone={setAnswer} />
      )}
      {secret !== undefined && answer !== undefined && (
        <SecretDialog title="Signing secret" secret={secret} onClose={seen} />
      )}
    </>
  );
}
