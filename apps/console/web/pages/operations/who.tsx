import type { ReactElement } from 'react';
import { nameOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';

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
 */
export function whoDid(item: unknown, application: string): ReactElement | undefined {
  const [person, program] = [text(item, 'personId'), text(item, application)];
  if (person !== '') return <Who of="people" id={person} />;
  return program === '' ? undefined : <Who of="applications" id={program} />;
}
