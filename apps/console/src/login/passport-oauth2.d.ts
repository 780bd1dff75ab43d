/** The part of passport-oauth2 that the console uses. Its published types are for Express applications. */
declare module 'passport-oauth2' {
  type Stored = (error: Error | null, state?: string) => void;
  type Loaded = (error: Error | null, verifier?: string | false) => void;

  interface Request {
    readonly query: Readonly<Record<string, string>>;
  }

  interface StateStore<Asked extends Request> {
    store(request: Asked, verifier: string, state: unknown, meta: unknown, done: Stored): void;
    verify(request: Asked, state: string, meta: unknown, done: Loaded): void;
  }

  interface Options<Asked extends Request> {
    readonly authorizationURL: string;
    readonly tokenURL: string;
    readonly clientID: string;
    readonly clientSecret: string;
    readonly callbackURL: string;
    readonly scope: string;
    readonly pkce: boolean;
    readonly skipUserProfile: boolean;
    readonly passReqToCallback: boolean;
    readonly store: StateStore<Asked>;
  }

  type Exchanged = (
    error: Error | null,
    accessToken?: string,
    refreshToken?: string,
    answer?: Readonly<Record<string, unknown>>,
  ) => void;

  type Verify<Asked, User> = (
    request: Asked,
    accessToken: string,
    refreshToken: string,
    answer: Readonly<Record<string, unknown>>,
    profile: undefined,
    done: (error: Error | null, user?: User) => void,
  ) => void;

  export default class OAuth2Strategy<Asked extends Request, User> {
    constructor(options: Options<Asked>, verify: Verify<Asked, User>);
    /** Sends the token request. */
    readonly _oauth2: {
      getOAuthAccessToken(code: string, fields: Readonly<Record<string, string>>, done: Exchanged): void;
    };
    authenticate(request: Asked, options?: Readonly<Record<string, string>>): void;
    authorizationParams(options: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
    redirect(location: string): void;
    success(user: User): void;
    fail(challenge: unknown, status?: number): void;
    error(error: Error): void;
  }
}
