import type { ReactElement } from 'react';
import { nameOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';

/** A person by name and a way to its page; the id of who is no longer known. */
export const ThePerson = ({ id }: { readonly id: string }): ReactElement => <Named path={`/operations/people/${id}`} />;

/** The same of an application. */
export const TheApplication = ({ id }: { readonly id: string }): ReactElement => (
  <Named path={`/operations/applications/${id}`} />
);

function Named({ path }: { readonly path: string }): ReactElement {
  const { data } = useResource(path);
  const id = path.split('/').at(-1) ?? '';
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
  if (person !== '') return <ThePerson id={person} />;
  return program === '' ? undefined : <TheApplication id={program} />;
}
