import { ApiError, type Link } from '@halyard/client';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { logIn, needsLogIn } from '../api/client.js';
import type { ReadState } from '../api/use-resource.js';
import { mayPass } from '../api/passing.js';
import { pageOf } from '../api/resource.js';
import { Go } from './go.js';
import { Refusal } from './messages.js';
import { usePageLocation } from './page-location.js';
import { headingAt, parentOf, usePageRows } from './page-rows.js';

interface PageProps {
  readonly heading: string;
  readonly actions?: ReactNode;
  /** Buttons for developers. They stay quiet beside the actions. */
  readonly tools?: ReactNode;
  /** The link to the page above, if that is not the page that this page's row names. */
  readonly crumbs?: ReactNode;
  readonly children: ReactNode;
}

/** The page that is shown, and whether somebody has moved the focus there since they came to it. */
export interface Arrival {
  path: string;
  hasMoved: boolean;
}

export const Arriving = createContext<Arrival | undefined>(undefined);

/**
 * The heading gets the focus after a link, so that people who do not see the page hear that it has changed. Once the
 * page has been read, its new heading gets the focus as well, unless people have moved the focus meanwhile.
 */
function useFocusedHeading(heading: string): RefObject<HTMLHeadingElement | null> {
  const arrival = useContext(Arriving);
  const { pathname } = usePageLocation();
  const shown = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!arrival) return;
    if (arrival.path !== pathname) Object.assign(arrival, { path: pathname, hasMoved: false });
    if (!arrival.hasMoved) shown.current?.focus();
  }, [arrival, pathname, heading]);
  return shown;
}

/** A page has one heading, which is also the title of the document. */
export function Page({ heading, actions, tools, crumbs = <Parent />, children }: PageProps): ReactElement {
  const shown = useFocusedHeading(heading);
  useEffect(() => {
    document.title = `${heading} · Halyard`;
  }, [heading]);
  return (
    <>
      {crumbs}
      <header className="page-head">
        <h1 ref={shown} tabIndex={-1}>
          {heading}
        </h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
        {tools !== undefined && <div className="tools">{tools}</div>}
      </header>
      {children}
    </>
  );
}

export const Crumbs = ({ to, children }: { readonly to: Link | string; readonly children: string }): ReactElement => (
  <p className="crumbs">
    <Go to={pageOf(to)}>{children}</Go>
  </p>
);

function Parent(): ReactElement | null {
  const parent = parentOf(usePageRows(), usePageLocation().pathname);
  return parent ? <Crumbs to={parent.path}>{parent.heading}</Crumbs> : null;
}

/** @param error the API's answer, if the API was asked */
export const NotFound = ({ error }: { readonly error?: unknown }): ReactElement => (
  <Page heading="Not found">
    <p>There is no such page, or nothing of your account at this address.</p>
    <Refusal error={error} />
  </Page>
);

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

const isMissing = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 404) ||
  (isRefused(error) && location.pathname.includes('/operations/'));

/** Stands in place of a page that could not be read. */
export function Failed({ error, heading }: { readonly error: unknown; readonly heading: string }): ReactElement {
  const how = needsLogIn(error);
  useEffect(() => {
    if (how) logIn(how);
  }, [how]);
  // People who are not operators learn nothing about what is behind a page of operators.
  if (isMissing(error)) return <NotFound error={isRefused(error) ? undefined : error} />;
  return (
    <Page heading={heading}>
      <Refusal error={error} advice={adviceOn(error)} />
    </Page>
  );
}

/** Advice for people who see a refusal. */
function adviceOn(error: unknown): string {
  if (mayPass(error)) return 'This page tries it again by itself.';
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403) return 'Your role does not allow this. An owner of the account can give you another one.';
  if (status === 410) return 'It is no longer kept.';
  return 'Load the page again. If that does not help, tell whoever runs this installation the request id.';
}

/** After this time people want to know that the page has not been forgotten. */
const LONG_MS = 4_000;

export function Waiting({ heading }: { readonly heading: string }): ReactElement {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page heading={heading}>
      <p className="quiet" aria-busy="true">
        {isLong ? 'It takes longer than usual…' : 'Loading…'}
      </p>
    </Page>
  );
}

type Reads = Readonly<Record<string, Pick<ReadState<unknown>, 'data' | 'error'>>>;
type DataOf<R extends Reads> = { readonly [Name in keyof R]: Exclude<R[Name]['data'], undefined> };

interface LoadedProps<R extends Reads> {
  readonly reads: R;
  readonly children: (data: DataOf<R>) => ReactNode;
}

/** Shows a page once all that it needs has been read. Until then it waits, or says what failed. */
export function Loaded<R extends Reads>({ reads, children }: LoadedProps<R>): ReactNode {
  const heading = headingAt(usePageRows(), usePageLocation().pathname);
  const all = Object.values(reads);
  const failed = all.find(({ error }) => error);
  if (failed) return <Failed error={failed.error} heading={heading} />;
  if (all.some(({ data }) => data === undefined)) return <Waiting heading={heading} />;
  return children(Object.fromEntries(Object.entries(reads).map(([name, { data }]) => [name, data])) as DataOf<R>);
}

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
