import type { FromPage, FromScript } from './messages.js';

const isStart = (data: unknown): data is FromScript =>
  typeof data === 'object' && data !== null && 'iav' in data && data.iav === 'start' && 'token' in data;

/** The page that frames this one. The server has checked that its origin is one of the application's. */
export class ParentWindow {
  constructor(readonly origin: string) {}

  tell(message: FromPage): void {
    window.parent.postMessage(message, this.origin);
  }

  /** Resolves with the script's first start message. */
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

  /** Tells the page's height now, and whenever it changes. */
  tellSize(): void {
    const { documentElement: root } = document;
    new ResizeObserver(() =>
      this.tell({ iav: 'size', height: Math.ceil(root.getBoundingClientRect().height) }),
    ).observe(root);
  }
}
