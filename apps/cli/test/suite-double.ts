import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runWith } from '../src/main.js';

interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** An answer that is no document. */
  readonly text?: string;
}

interface Terminal {
  /** What the user types, in turn. Without it, nobody can be asked. */
  readonly typed?: string[];
  /** The width of the terminal that shows the result. */
  readonly columns?: number;
  /** Ends the command. */
  readonly signal?: AbortSignal;
}

/** A suite that answers as a test says, and the command line that asks it. */
export class SuiteDouble {
  readonly asked: AskedRequest[] = [];
  /** The answers by method and path. The last of several answers is repeated. */
  answers: Readonly<Record<string, Answer | Answer[]>> = {};

  private constructor(
    private readonly server: Server,
    readonly base: string,
    readonly folder: string,
  ) {}

  static async start(): Promise<SuiteDouble> {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-double-'));
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeFile(join(folder, 'p.json'), JSON.stringify({ baseUrl: base, accountId: 'acc', key: 'k', secret: 's' }));
    const double = new SuiteDouble(server, base, folder);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { method = '', url: path = '', headers } = request;
        if (path === '/token') return response.end(JSON.stringify({ access_token: 'a.b.c', expires_in: 3_600 }));
        double.asked.push({ method, path, headers, body });
        const { status = 200, headers: fields, body: answer = {}, text: plain } = double.answerTo(`${method} ${path}`);
        response.writeHead(status, { 'x-request-id': 'r-1', ...fields }).end(plain ?? JSON.stringify(answer));
      });
    });
    return double;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await rm(this.folder, { recursive: true });
  }

  readonly link = (path: string) => ({ href: `${this.base}${path}` });

  /** The bodies of the writes. */
  sent(): unknown[] {
    return this.asked
      .filter(({ method }) => method !== 'GET')
      .map(({ body }) => (body === '' ? undefined : (JSON.parse(body) as unknown)));
  }

  async halyard(args: readonly string[], { typed, columns, signal = new AbortController().signal }: Terminal = {}) {
    const printed: string[] = [];
    const noted: string[] = [];
    const questions: string[] = [];
    this.asked.length = 0;
    const ask = (question: string): Promise<string> => {
      questions.push(question);
      return Promise.resolve(typed?.shift() ?? '');
    };
    const code = await runWith(['node', 'halyard', '--connection', join(this.folder, 'p.json'), ...args], {
      env: { HOME: this.folder, XDG_STATE_HOME: this.folder },
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve(''),
      ...(typed && { ask }),
      ...(columns !== undefined && { columns }),
      signal,
    });
    return { code, printed: printed.join('\n'), noted: noted.join('\n'), questions };
  }

  private answerTo(asked: string): Answer {
    const answer = this.answers[asked] ?? { status: 404, body: { code: 'NotFound', message: 'No.' } };
    if (!Array.isArray(answer)) return answer;
    return (answer.length > 1 ? answer.shift() : answer[0]) ?? {};
  }
}
