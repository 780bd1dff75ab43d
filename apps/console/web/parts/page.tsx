import { ApiError } from '@halyard/client';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { logIn, needsLogIn } from '../api/client.js';
import { curlOf } from '../api/curl.js';
import { Dialog } from './dialog.js';
import { Refusal, useSay } from './messages.js';

interface PageProps {
  readonly heading: string;
  readonly actions?: ReactNode;
  readonly crumbs?: ReactNode;
  readonly children: ReactNode;
}

/** One heading, which is also the title of the document. */
export function Page({ heading, actions, crumbs, children }: PageProps): ReactElement {
  useEffect(() => {
    document.title = `${heading} · Halyard`;
  }, [heading]);
  return (
    <>
      {crumbs !== undefined && <p className="crumbs">{crumbs}</p>}
      <header className="page-head">
        <h1 tabIndex={-1}>{heading}</h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

export const NotFound = (): ReactElement => (
  <Page heading="Not found">
    <p>There is no such page, or nothing of your account at this address.</p>
  </Page>
);

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || (error.status === 403 && location.pathname.includes('/operations/')));

/** In place of what could not be read. */
export function Failed({ error, heading }: { readonly error: unknown; readonly heading: string }): ReactElement {
  const how = needsLogIn(error);
  useEffect(() => {
    if (how) logIn(how);
  }, [how]);
  if (isMissing(error)) return <NotFound />;
  return (
    <Page heading={heading}>
      <Refusal error={error} />
    </Page>
  );
}

export const Waiting = ({ heading }: { readonly heading: string }): ReactElement => (
  <Page heading={heading}>
    <p className="quiet" aria-busy="true">
      Loading…
    </p>
  </Page>
);

interface RegionProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Region({ name, children, action }: RegionProps): ReactElement {
  const id = `region-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return (
    <section className="region" aria-labelledby={id}>
      <header>
        <h2 id={id}>{name}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

interface ToolsProps {
  readonly id: string;
  readonly path: string;
  readonly resource: unknown;
  /** The command that is copied, where it is not that which reads the resource. */
  readonly curl?: string;
}

/** What every page of a resource has: its id, the request that reads it, and the answer as it came. */
export function Tools({ id, path, resource, curl = curlOf(path) }: ToolsProps): ReactElement {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const copy = (what: string, value: string) => () => {
    void navigator.clipboard.writeText(value).then(
      () => say(`${what} copied`),
      () => say(value),
    );
  };
  return (
    <>
      <button type="button" className="plain" onClick={copy('Id', id)}>
        Copy id
      </button>
      <button type="button" className="plain" onClick={copy('Command', curl)}>
        Copy as curl
      </button>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        View JSON
      </button>
      {isOpen && (
        <Dialog title="JSON" onClose={() => setOpen(false)}>
          <pre className="json" tabIndex={0}>
            {JSON.stringify(withoutTemplates(resource), undefined, 2)}
          </pre>
        </Dialog>
      )}
    </>
  );
}

const withoutTemplates = (resource: unknown): unknown => {
  if (typeof resource !== 'object' || resource === null || !('_templates' in resource)) return resource;
  const { _templates: _, ...plain } = resource;
  return plain;
};
