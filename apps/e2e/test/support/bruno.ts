import { randomInt, randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';

/** Values that Bruno generates. */
const dynamic: Readonly<Record<string, () => string>> = {
  $randomUUID: () => randomUUID(),
  $randomBankAccount: () => String(randomInt(1e9, 1e12)),
};

/** The blocks of a request file, without their indentation. */
function blocksOf(text: string): ReadonlyMap<string, string> {
  const blocks = [...text.matchAll(/^([\w:-]+) \{\n([^]*?)\n\}$/gm)];
  return new Map(blocks.map(([, name = '', body = '']) => [name, body.replaceAll(/^ {2}/gm, '')]));
}

const pairsOf = (block = ''): ReadonlyMap<string, string> =>
  new Map(
    block.split('\n').flatMap((line) => {
      const at = line.indexOf(': ');
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)] as const];
    }),
  );

/** The value of an expression such as `res.body._links.account.href`. */
function evaluated(expression: string, answer: object): string {
  const steps = [...expression.matchAll(/\["([^"]+)"\]|\[(\d+)\]|(?:^|\.)([\w-]+)/g)].map(
    ([, quoted, index, name]) => quoted ?? index ?? name ?? '',
  );
  const found = steps.slice(1).reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], answer);
  return String(found);
}

/**
 * Sends the requests of a Bruno collection in turn. It knows the parts of Bruno's language that our collection uses.
 */
export class Bruno {
  constructor(
    private readonly client: HalClient,
    private readonly vars: Map<string, string>,
  ) {}

  /** @returns the answer that the request expects, and the answer that came */
  async run(text: string): Promise<{ readonly expected: string; readonly found: string }> {
    const blocks = blocksOf(text);
    const method = ['get', 'post', 'delete'].find((name) => blocks.has(name)) ?? 'get';
    const { url = '', auth } = Object.fromEntries(pairsOf(blocks.get(method)));
    const form = pairsOf(blocks.get('body:form-urlencoded'));
    const json = blocks.get('body:json');
    const body = json === undefined ? new URLSearchParams([...form]).toString() : this.filled(json);
    const basic = Buffer.from(this.filled('{{key}}:{{secret}}')).toString('base64');
    const authorization = auth === 'basic' ? `Basic ${basic}` : `Bearer ${this.filled('{{token}}')}`;
    const headers = {
      ...Object.fromEntries(pairsOf(blocks.get('headers'))),
      ...(form.size > 0 && { 'content-type': 'application/x-www-form-urlencoded' }),
      authorization,
    };
    const verb = method === 'post' ? 'POST' : 'GET';
    const answer = await this.client.raw(verb, this.filled(url), headers, body === '' ? undefined : body);
    for (const [name, expression] of pairsOf(blocks.get('vars:post-response')))
      this.vars.set(name, evaluated(expression, answer));
    const expected = pairsOf(blocks.get('assert')).get('res.status') ?? '';
    return { expected, found: `eq ${answer.status}` };
  }

  private filled(text: string): string {
    return text.replaceAll(/\{\{([\w$]+)\}\}/g, (_, name: string) => {
      const value = dynamic[name]?.() ?? this.vars.get(name);
      if (value === undefined) throw new Error(`no request before has set ${name}`);
      return value;
    });
  }
}
