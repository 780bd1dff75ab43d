import OAuth2Strategy from 'passport-oauth2';

export interface LogInRequest {
  readonly query: Readonly<Record<string, string>>;
}

/** A redirect to the authorization server, the person who logged in, or a failure. */
export type LogInOutcome<User> = { readonly location: string } | { readonly user: User } | { readonly failed: true };

interface StrategyOptions<Asked extends LogInRequest, User> {
  readonly authorizationUrl: string;
  readonly callbackUrl: string;
  readonly clientId: string;
  /** @returns the `state` of the new attempt */
  readonly begin: (request: Asked, verifier: string) => Promise<string>;
  /** @returns the verifier of the attempt with this `state`; undefined if the browser has begun none */
  readonly resume: (request: Asked, state: string) => Promise<string | undefined>;
  /** Takes the answer of the token endpoint, and verifies it. */
  readonly finish: (request: Asked, answer: Readonly<Record<string, unknown>>) => Promise<User>;
  readonly exchange: (fields: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, unknown>>>;
}

const SCOPES = 'openid profile email send transactions funding managecustomers accountinfofull';

const failureOf = (error: unknown): Error => (error instanceof Error ? error : new Error('the log-in failed'));

/** The code flow with PKCE (S256) of passport-oauth2. The tokens come by a call between services. */
export class ConsoleStrategy<Asked extends LogInRequest, User> extends OAuth2Strategy<Asked, User> {
  constructor({ begin, resume, finish, exchange, ...options }: StrategyOptions<Asked, User>) {
    super(
      {
        authorizationURL: options.authorizationUrl,
        tokenURL: options.authorizationUrl,
        clientID: options.clientId,
        clientSecret: '',
        callbackURL: options.callbackUrl,
        scope: SCOPES,
        pkce: true,
        skipUserProfile: true,
        passReqToCallback: true,
        store: {
          // passport-oauth2 counts the parameters of these functions.
          store: (request, verifier, _state, _meta, done) => {
            begin(request, verifier).then((state) => done(null, state), fails(done));
          },
          verify: (request, state, _meta, done) => {
            resume(request, state).then((verifier) => done(null, verifier ?? false), fails(done));
          },
        },
      },
      (request, _accessToken, _refreshToken, answer, _profile, done) => {
        finish(request, answer).then((user) => done(null, user), fails(done));
      },
    );
    this._oauth2.getOAuthAccessToken = (code, fields, done) => {
      exchange({ ...fields, code }).then(
        (answer) => done(null, String(answer['access_token']), String(answer['refresh_token']), answer),
        fails(done),
      );
    };
  }

  override authorizationParams(options: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return options;
  }

  /** Runs the strategy for one request. @throws any error that kept it from ending */
  run(request: Asked, options: Readonly<Record<string, string>> = {}): Promise<LogInOutcome<User>> {
    return new Promise((resolve, reject) => {
      // passport gives each request a strategy of its own, and calls one of these functions at its end.
      const strategy = Object.create(this, {
        redirect: { value: (location: string) => resolve({ location }) },
        success: { value: (user: User) => resolve({ user }) },
        fail: { value: () => resolve({ failed: true }) },
        error: { value: reject },
      }) as this;
      strategy.authenticate(request, options);
    });
  }
}

const fails =
  (done: (error: Error) => void) =>
  (error: unknown): void =>
    done(failureOf(error));
