import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface DoubleAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Closes the connection instead of answering. */
  readonly isLost?: true;
  readonly isSilent?: true;
}

type AnswerMaker = (asked: AskedCall, response: ServerResponse) => DoubleAnswer | undefined;

/** Answers as a test says, and remembers the requests. */
export class ApiDouble {
  readonly asked: AskedCall[] = [];
  tokens = 0;
  private server: Server | undefined;
  private answering: AnswerMaker = () => ({});

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  async open(): Promise<this> {
    const server = createServer((request, response) => void this.serve(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** Answers everything but `POST /token` from now on, and forgets earlier requests. */
  answers(answering: AnswerMaker): this {
    this.answering = answering;
    this.asked.length = 0;
    this.tokens = 0;
    return this;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    if (path === '/token') {
      this.tokens += 1;
      this.tell(response, { body: { access_token: `token-${this.tokens}`, expires_in: 3_600 } });
      return;
    }
    const asked = { method, path, headers, body };
    this.asked.push(asked);
    const told = this.answering(asked, response);
    if (told) this.tell(response, told);
  }

  private tell(response: ServerResponse, { status = 200, headers = {}, body, isLost, isSilent }: DoubleAnswer): void {
    if (isLost) response.destroy();
    else if (!isSilent) {
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }
  }
}
