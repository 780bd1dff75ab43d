import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

/** One request of a recipe, with the answer that the recipe shows. */
export interface RecipeStep {
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
  readonly status: number;
  /** The name that stands for the Location from then on. */
  readonly names: string | undefined;
  /** JSON that the answer's body contains. */
  readonly answers: string | undefined;
}

const BLOCK = /^```http\n([^`]*)^```$/gm;
const LOCATION = 'Location: ';

/** The requests of a recipe below docs/. Each block of HTTP has its answer after an empty line. */
export const stepsOf = (recipe: string): RecipeStep[] =>
  [...readFileSync(join(folder, recipe), 'utf8').matchAll(BLOCK)].map(([, block = '']) => {
    const [request = '', answer = ''] = block.trim().split('\n\n');
    const [line = '', ...body] = request.split('\n');
    const [method = '', target = ''] = line.split(' ');
    const [status = '', ...rest] = answer.split('\n');
    const says = rest.join('\n');
    const isLocation = says.startsWith(LOCATION);
    return {
      method,
      target,
      body: body.length === 0 ? undefined : body.join('\n'),
      status: Number(status.replace('HTTP ', '')),
      names: isLocation ? says.slice(LOCATION.length).replaceAll(/[{}]/g, '') : undefined,
      answers: says === '' || isLocation ? undefined : says,
    };
  });

/** Every how-to and every sandbox page that shows requests. */
export const recipes = (): string[] =>
  globSync('{how-to,sandbox}/*.md', { cwd: folder })
    .toSorted()
    .filter((file) => stepsOf(file).length > 0);

/** Sends requests in which `{ada.bank}` stands for a URL. */
export class Cook {
  private readonly urls: Map<string, string>;

  constructor(
    private readonly client: HalClient,
    given: Readonly<Record<string, string>>,
  ) {
    this.urls = new Map(Object.entries(given));
  }

  async take({ method, target, body, names }: RecipeStep): Promise<HalAnswer> {
    const path = this.filled(target);
    const sent = body === undefined ? undefined : (JSON.parse(this.filled(body)) as unknown);
    const answer = await (method === 'GET' ? this.client.get(path) : this.client.post(path, sent));
    if (names !== undefined) this.urls.set(names, answer.location);
    return answer;
  }

  private filled(text: string): string {
    return text.replaceAll(/\{([a-z.]+)\}/g, (_, name: string) => {
      const url = this.urls.get(name);
      if (url === undefined) throw new Error(`the recipe has not said what {${name}} is`);
      return url;
    });
  }
}
