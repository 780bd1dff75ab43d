import type { Created, Hal } from '../api/hal.js';
import type { Call, Calls } from '../api/types.js';

type Method = keyof Calls;

export type PathOf<M extends Method> = keyof Calls[M];

type CallOf<M extends Method, P extends PathOf<M>> =
  Calls[M][P] extends Call<infer Data, infer Answers, infer Sends>
    ? { data: Data; answer: Answers[keyof Answers]; sends: Sends }
    : never;

/** Required if the API requires it. */
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

type SentPart<C> = C extends { data: infer Data; sends: infer Sends extends 'body' | 'form' }
  ? Part<Data, 'body', Sends>
  : never;
type QueryOf<C> = C extends { data: infer Data } ? Part<Data, 'path', 'path'> & Part<Data, 'query', 'query'> : never;

/** The parameters of a path and its query. */
export type Query<M extends Method, P extends PathOf<M>> = QueryOf<CallOf<M, P>>;

export type GetOptions<P extends PathOf<'get'>> = Query<'get', P> &
  Common & {
    /** Asks for the templates of possible actions, for `submit`. */
    readonly forms?: boolean;
  };
export type DeleteOptions<P extends PathOf<'delete'>> = Query<'delete', P> & Common;
export type PostOptions<P extends PathOf<'post'>> = Query<'post', P> &
  SentPart<CallOf<'post', P>> &
  Common & {
    /** A request has its effect once under the same key. By default each call makes a key of its own. */
    readonly idempotencyKey?: string;
    /** Reads the created resource. */
    readonly read?: boolean;
  };

/** Nothing need be passed if nothing is required. */
export type Rest<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

export type AnswerOf<M extends Method, P extends PathOf<M>> = CallOf<M, P>['answer'];

type ReadAlso<Answer> = Answer extends Created<infer Resource> ? Answer & { readonly resource: Resource } : Answer;

export type PostAndRead<P extends PathOf<'post'>> = ReadAlso<AnswerOf<'post', P>>;

export type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<'get', P> extends { _embedded: unknown; _links: infer Links }
    ? 'next' extends keyof Links
      ? P
      : never
    : never;
}[PathOf<'get'>];

export type ItemOf<List> = List extends { readonly _embedded?: infer Embedded | undefined }
  ? Embedded[keyof Embedded] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

export type Relations<Resource extends Hal> = Extract<keyof Resource['_links'], string>;
