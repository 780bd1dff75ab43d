import type { FromPage, FromScript } from './messages.js';

const isStart = (data: unknown): data is FromScript =>
  typeof data === 'object' && data !== null && 'iav' in data && data.iav === 'start' && 'token' in data;

/** The page that frames this one, at the one origin that the server has found to be the application's. */
export class ParentWindow {
  constructor(readonly origin: string) {}

  tell(message: FromPage): void {
    window.parent.postMessage(message, this.origin);
  }

  /** Resolves with what the script starts this page with: the first such message, and no other. */
  started(): Promise<FromScript> {
    return new Promise((resolve) => {
      const listen = ({ source, origin, data }: MessageEvent<unknown>): void => {
        if (source !== window.parent || origin !== this.origin || !isStart(data)) return;
        window.removeEventListener('message', listen);
        resolve(data);
      };
      window.addEventListener('message', listen);
      this.tell({ iav: 'ready' });
    });
  }

  /** Tells how high the page is, now and whenever that changes. */
  tellSize(): void {
    const { documentElement: root } = document;
    new ResizeObserver(() =>
      this.tell({ iav: 'size', height: Math.ceil(root.getBoundingClientRect().height) }),
    ).observe(root);
  }
}
