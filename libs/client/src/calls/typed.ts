import type { Created, Hal } from '../api/hal.js';
import type { Call, Calls } from '../api/types.js';

type Method = keyof Calls;

export type PathOf<M extends Method> = keyof Calls[M];

type CallOf<M extends Method, P extends PathOf<M>> =
  Calls[M][P] extends Call<infer Data, infer Answers, infer Sends>
    ? { data: Data; answer: Answers[keyof Answers]; sends: Sends }
    : never;

/** The part of a request, required where the API requires it. */
type Part<Data, From extends string, To extends string> = From extends keyof Data
  ? [Exclude<Data[From], undefined>] extends [never]
    ? unknown
    : undefined extends Data[From]
      ? { readonly [Name in To]?: Exclude<Data[From], undefined> }
      : { readonly [Name in To]: Data[From] }
  : unknown;

export interface Common {
  readonly signal?: AbortSignal;
}

type Sent<C> = C extends { data: infer Data; sends: infer Sends extends 'body' | 'form' }
  ? Part<Data, 'body', Sends>
  : never;
type Query<C> = C extends { data: infer Data } ? Part<Data, 'path', 'path'> & Part<Data, 'query', 'query'> : never;

export type GetOptions<P extends PathOf<'get'>> = Query<CallOf<'get', P>> &
  Common & {
    /** Asks for the templates of what can be done, for `submit`. */
    readonly forms?: boolean;
  };
export type DeleteOptions<P extends PathOf<'delete'>> = Query<CallOf<'delete', P>> & Common;
export type PostOptions<P extends PathOf<'post'>> = Query<CallOf<'post', P>> &
  Sent<CallOf<'post', P>> &
  Common & {
    /** Under the same key a request has its effect once. Each call makes one of its own by default. */
    readonly idempotencyKey?: string;
    /** Reads what was created. */
    readonly read?: boolean;
  };

/** No arguments where nothing is required. */
export type Rest<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

export type AnswerOf<M extends Method, P extends PathOf<M>> = CallOf<M, P>['answer'];

type ReadAlso<Answer> = Answer extends Created<infer Resource> ? Answer & { readonly resource: Resource } : Answer;

/** What a POST answers that reads what it has created. */
export type PostAndRead<P extends PathOf<'post'>> = ReadAlso<AnswerOf<'post', P>>;

/** Lists among what a GET answers. */
export type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<'get', P> extends { _embedded: unknown; _links: infer Links }
    ? 'next' extends keyof Links
      ? P
      : never
    : never;
}[PathOf<'get'>];

export type ItemOf<List> = List extends { _embedded: infer Embedded }
  ? Embedded[keyof Embedded] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** The relations of a resource that lead to something that can be read. */
export type Relations<Resource extends Hal> = Extract<keyof Resource['_links'], string>;
