import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { DemoConnection } from '@halyard/suite/client';

/** A link to a suite that can lose answers: the suite has handled the request, and the client does not hear of it. */
export class DroppingLink {
  private readonly agent: Agent;
  private readonly server: Server;
  private answers = 0;
  /** Loses every second answer to a POST, except answers of `/token`. */
  isDropping = false;

  private constructor({ baseUrl, caFile }: DemoConnection) {
    this.agent = new Agent({ keepAlive: true, ...(caFile !== undefined && { ca: readFileSync(caFile) }) });
    this.server = createServer((asked, answer) => {
      const { method, headers, url = '' } = asked;
      const sent = request(`${baseUrl}${url}`, { method, headers, agent: this.agent }, (told) => {
        const isLost = this.isDropping && method === 'POST' && url !== '/token' && this.answers++ % 2 === 0;
        if (isLost) {
          told.resume();
          answer.destroy();
          return;
        }
        answer.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(answer);
      });
      sent.on('error', () => answer.destroy());
      asked.pipe(sent);
    });
  }

  static async to(connection: DemoConnection): Promise<DroppingLink> {
    const link = new DroppingLink(connection);
    await new Promise<void>((resolve) => link.server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.agent.destroy();
  }
}
