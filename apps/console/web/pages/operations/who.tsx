import type { ReactElement } from 'react';
import { nameOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Time } from '../../parts/text.js';

interface WhoProps {
  readonly of: 'people' | 'applications';
  readonly id: string;
}

/** Links to the page of a person or an application, by name. If it is no longer known, the id alone is shown. */
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
 * Names who did something: the person, or the application of a program.
 *
 * @param application the name of the attribute with the application's id
 * @param person the name of the attribute with the person's id
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

/** Shows when something was done and, below that, by whom. */
export const Done = ({ at, by }: DoneProps): ReactElement => (
  <>
    <Time at={at} />
    {by && <div className="quiet">by {by}</div>}
  </>
);
