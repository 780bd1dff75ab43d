import type { ReactElement } from 'react';
import { nameOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Time } from '../../parts/text.js';

interface WhoProps {
  readonly of: 'people' | 'applications';
  readonly id: string;
}

/** A person or an application by name, and a way to its page; the id of who is no longer known. */
export function Who({ of, id }: WhoProps): ReactElement {
  const path = `/operations/${of}/${id}`;
  const { data } = useResource(path);
  return data ? (
    <Go to={path} title={id}>
      {nameOf(data) || text(data, 'email') || id}
    </Go>
  ) : (
    <>{id}</>
  );
}

/**
 * Who did something: the person, or the application of a program.
 *
 * @param application the attribute with the id of the application
 * @param person the one with the id of the person
 */
export function whoDid(item: unknown, application: string, person = 'personId'): ReactElement | undefined {
  const [human, program] = [text(item, person), text(item, application)];
  if (human !== '') return <Who of="people" id={human} />;
  return program === '' ? undefined : <Who of="applications" id={program} />;
}

interface DoneProps {
  readonly at: string;
  readonly by: ReactElement | undefined;
}

/** When something was done, and by whom below it. */
export const Done = ({ at, by }: DoneProps): ReactElement => (
  <>
    <Time at={at} />
    {by && <div className="quiet">by {by}</div>}
  </>
);
