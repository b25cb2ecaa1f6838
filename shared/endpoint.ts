import type { Locale } from './text.ts'
import type { z } from 'zod'
import type { Fault } from './problem.ts'
import type { Scope } from './api-keys/scopes.ts'
import type { Json } from './wire/json.ts'

/**
 * Who may call. The authorization matrix test calls every endpoint as every kind of caller. `anyone`: also without an
 * account. `signed-in`: an account's session or bearer token. `guest`: an account, or a guest with the token of their
 * donation. `staff`: an account with a staff role.
 */
export type Access = 'anyone' | 'signed-in' | 'guest' | 'staff'

/** Staff roles; an admin has the permissions of all others. */
export type StaffRole = 'support' | 'reviewer' | 'finance' | 'admin'

export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly access: Access
  /** The staff roles that may call, besides admins. Default: all. */
  readonly roles?: readonly StaffRole[]
  /**
   * The scope that an API key needs for this call, besides the access that its account needs. `any-key`: any scope. A
   * call without one is closed to keys (security-21).
   */
  readonly scope?: Scope | 'any-key'
  /**
   * The permission on the campaign `campaignId` that a caller needs (`modules/causes/campaigns/rules/acts.ts`);
   * everyone else gets 404.
   */
  readonly act?: string
  /** Short description for the API document: verb and object. */
  readonly summary: string
  /**
   * One to three sentences for the API document: what the call does, the unit of its amounts, and the permission it
   * requires.
   */
  readonly description: string
  /** Path, query and body parameters together, with their wire names. */
  readonly input: Input
  /** The resource (`/v4`) or the `result` (`/api`). */
  readonly output: Output
  /** Media types of the file that the HTTP response contains instead of the output. */
  readonly sends?: readonly string[]
  /** Fault code of the message after an internal error; the default is the message of the error class. */
  readonly failure?: string
  /** Fault codes of expected refusals, besides the error classes of every call. */
  readonly refuses?: readonly string[]
  /**
   * Rate limit of a call that costs the operator money: requests per minute for each account, or for each network if no
   * account is required, counted for all processes. The general limit for addresses also applies.
   */
  readonly perMinute?: number
  /** Whether `perMinute` counts accounts only, because the call itself limits visitors without one. */
  readonly isMeasuredByAccount?: true
  /** Maximum body size in bytes of a call with a file upload; the default is the general limit. */
  readonly bytesMax?: number
  /** Whether the call moves money and requires an `Idempotency-Key` header. */
  readonly money?: true
  /** Whether repeated requests with the same `Idempotency-Key` header take effect once. */
  readonly takesKey?: true
  /** Whether the call identifies visitors without an account by a `session-id` header. */
  readonly takesSession?: true
  /** Whether a page has the same path, which requests that accept HTML get. */
  readonly hasPage?: true
  /**
   * Whether visitors without credentials may be served from a standby of the database, which can be seconds behind
   * (contract-18). Only for GET calls that never write; a test refuses it for others.
   */
  readonly standby?: true
  /** Whether the call may answer 202, while an outcome or a file is pending. */
  readonly canWait?: true
}

/** Declares a call. Its type says whether it has `standby`. */
export const endpoint = <
  Input extends z.ZodType,
  Output extends z.ZodType,
  Standby extends true | undefined = undefined,
>(
  e: Endpoint<Input, Output> & { readonly standby?: Standby },
): Endpoint<Input, Output> & { readonly standby?: Standby } => e

type StandbyOf<Call> = Call extends { readonly standby?: infer Standby } ? Standby : never

/** The calls of a contract that have `standby` although they aren't a GET. There must be none. */
export type WritesOnStandby<C> = {
  [K in keyof C]: K extends `GET ${string}` ? never : true extends StandbyOf<C[K]> ? K : never
}[keyof C]

type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The input of a call with wire names, including path parameters, so that a missing one is a type error. */
export type InputOf<C, K extends keyof C> =
  C[K] extends Endpoint<infer I, z.ZodType> ? z.input<I> & { [P in PathParam<K & string>]: string } : never
/** The output of a call as its caller receives it. */
export type OutputOf<C, K extends keyof C> = Json<ResultOf<C, K>>
/** The output of a call as its handler returns it, before the JSON serializer. */
export type ResultOf<C, K extends keyof C> = C[K] extends Endpoint<z.ZodType, infer O> ? z.output<O> : never
/** The parsed input that a use case receives. */
export type ParsedInputOf<C, K extends keyof C> = C[K] extends Endpoint<infer I, z.ZodType> ? z.output<I> : never

/** A response with more than a body: another status, the `/api` envelope's message, or cookies. */
export type Answer<T> = {
  readonly answer: true
  readonly result: T
  readonly status?: number
  /**
   * The `/api` envelope: false if a step is still required, such as a 3-D Secure challenge (contract-1).
   */
  readonly success?: boolean
  readonly message?: string
  /**
   * A message for the donor by its fault code; the HTTP layer adds it as `message` in their language.
   */
  readonly notice?: Fault
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Cookies with display settings (language, theme, …): a value to store, or null to delete. They contain no personal
   * data and no secrets.
   */
  readonly cookies?: Readonly<Record<string, string | null>>
  /** A document that the HTTP response contains instead of `result`. */
  readonly file?: { readonly type: string; readonly bytes: Uint8Array }
  /** Session token to set in the browser, or null to end the session. */
  readonly session?: { readonly token: string; readonly expiresAt: Date } | null
  /** Token of a guest's basket to set in the browser. */
  readonly basket?: { readonly token: string; readonly expiresAt: Date }
}

export const answer = <T>(result: T, rest: Omit<Answer<T>, 'answer' | 'result'> = {}): Answer<T> => ({
  answer: true,
  result,
  ...rest,
})

/**
 * Data about one HTTP request. `ip` is the visitor's address, from `X-Forwarded-For` of trusted proxies only; `country`
 * is ISO 3166-1 alpha-2.
 */
export type RequestContext = {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly acceptHeader: string
  readonly country: string | undefined
  readonly locale: Locale
  readonly idempotencyKey: string | undefined
  /** The `session-id` header of S2 §7: an id of the visit, chosen by the browser or client. */
  readonly sessionId: string | undefined
  /** The id that this browser got at its first login. */
  readonly browserId?: string | undefined
  /**
   * Whether the request has no credentials and its browser changed nothing in the last seconds, so it may be served
   * from a standby. Missing: no.
   */
  readonly mayUseStandby?: boolean
  /**
   * Whether an export may read its rows from a standby: the request has no token, and its browser changed nothing in
   * the last seconds. Missing: no.
   */
  readonly mayExportFromStandby?: boolean
}

type Handler<C, K extends keyof C, App, Viewer> = (input: {
  readonly input: ParsedInputOf<C, K>
  readonly viewer: Viewer
  readonly app: App
  readonly context: RequestContext
}) => Promise<ResultOf<C, K> | Answer<ResultOf<C, K>>>

/** One handler for each call of a module's contract, which calls the use case. */
export type Handlers<C, App, Viewer> = { readonly [K in keyof C]: Handler<C, K, App, Viewer> }
