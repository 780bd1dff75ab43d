import { once } from 'node:events';
import { createServer } from 'node:http';

/** The web site of a partner, on an origin that differs from the suite's. */
export class PartnerSite {
  private constructor(
    readonly origin: string,
    private readonly files: Map<string, string>,
    /** The requested paths. */
    readonly asked: readonly string[],
    readonly close: () => void,
  ) {}

  /**
   * @param host the host by which a browser calls the site. A sandbox in which nothing was set has registered
   * `localhost`, and not `127.0.0.1`
   */
  static async open(host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<PartnerSite> {
    const files = new Map<string, string>();
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      const file = files.get(url);
      asked.push(url);
      response.statusCode = file === undefined ? 404 : 200;
      response.setHeader('content-type', url.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8');
      // A missing favicon would be an error in the browser's console.
      if (url === '/favicon.ico') response.statusCode = 204;
      response.end(file);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new PartnerSite(`http://${host}:${address.port}`, files, asked, () => {
      server.close();
      server.closeAllConnections();
    });
  }

  /** Puts a file on the site, and returns its address. */
  put(path: string, content: string): string {
    this.files.set(path, content);
    return this.origin + path;
  }

  /** Puts a page on the site. It runs a script beside the suite's own. */
  putPage(path: string, apiUrl: string, script: string): string {
    return this.put(
      path,
      `<!doctype html><html lang="en"><head><title>Rent</title></head><body><h1>Pay your rent</h1><div id="bank"></div>
<script src="${apiUrl}/1/service.js"></script><script>${script}</script></body></html>`,
    );
  }
}
