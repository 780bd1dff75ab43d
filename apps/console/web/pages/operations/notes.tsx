import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { templatesOf, withTemplates } from '../../api/resource.js';
import { choiceLabels } from '../../forms/field-labels.js';
import { FactList } from '../../parts/facts.js';

const label = (value: string): string => choiceLabels[value] ?? value;

/** The consequences of actions, by relation. */
type Notes = Readonly<Record<string, string>>;

export const accountNotes = {
  suspend:
    'Nobody can log in to this account or act for it: each key, secret and token of its people and applications is refused within seconds. Payments that are under way go on.',
  reinstate: 'Its people can log in again, and its applications get new tokens. Tokens from before stay ended.',
} as const;

export const personNotes: Notes = {
  suspend: 'This person is logged out everywhere within seconds, and can’t log in to any account.',
  reinstate: 'This person can log in again, with the password and the second factor of before.',
  'reset-factors': 'This person’s second factors are removed. Make sure that it is this person who asks for it.',
};

export const applicationNotes = {
  suspend: 'Its tokens and its secret are refused within seconds, and nobody can log in to it.',
  reinstate: 'It may begin again, and people do not have to allow it anew. Tokens from before stay ended.',
  reject: 'It keeps what it may do now. Its account reads the reason.',
  approve: (application: Api.ApplicationReview): ReactElement => (
    <>
      <p>{application.name} asks for this. You may give it less.</p>
      <Asked of={{ ...application, pending: { ...askedAtFirst(application), ...application.pending } }} />
    </>
  ),
} as const;

/** Shows what an application asks for. Everything that it does not ask to change stays as it is. */
export function Asked({ of }: { readonly of: Api.ApplicationReview }): ReactElement {
  const { name, redirectUrls, scopes, permissions } = of.pending ?? {};
  return (
    <FactList
      facts={{
        Name: name,
        Permissions: permissions && label(permissions),
        Scopes: scopes?.map(label).join(', '),
        'Redirect URLs': redirectUrls?.join(', '),
      }}
    />
  );
}

/** The request of a new application, which was made together with it. */
const askedAtFirst = ({ scopes, permissions, redirectUrls }: Api.ApplicationReview) => ({
  scopes,
  permissions,
  redirectUrls,
});

/** The form of an approval with the permissions chosen that the application asks for. */
export function withAskedPermissions(application: Api.ApplicationReview): Api.ApplicationReview {
  const { approve, ...others } = templatesOf(application);
  if (!approve) return application;
  const asked = application.pending?.permissions ?? application.permissions;
  const properties = approve.properties?.map((property) =>
    property.name === 'permissions' ? { ...property, value: asked } : property,
  );
  return {
    ...application,
    ...withTemplates(application, { ...others, approve: { ...approve, ...(properties && { properties }) } }),
    _links: application._links,
  };
}
