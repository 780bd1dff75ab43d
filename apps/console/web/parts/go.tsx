import { type AnyRouter, type RouterHistory, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from 'react';

export const BASE = '/console';

interface GoProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the console, without the console's base. The resource has the same path in the API. */
  readonly to: string;
}

/** A link that opens another page without loading the document again. */
export function Go({ to, ...others }: GoProps): ReactElement {
  const go = useGo();
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return <a {...others} href={BASE + to} onClick={open} />;
}

export function useGo(): (to: string) => void {
  const router: { readonly history: RouterHistory } = useRouter<AnyRouter>();
  return (to) => router.history.push(BASE + to);
}
