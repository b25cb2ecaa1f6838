import type { Locale } from './text.ts'
import type { z } from 'zod'
import type { Fault } from './problem.ts'

/**
 * Who may call. The authorization matrix test walks every call of the contract against every kind of visitor.
 * `anyone` (also without an account) · `signed-in` (an account's session or bearer) · `guest` (an account, or a guest
 * with the token of what they gave) · `staff` (the operator's people).
 */
export type Access = 'anyone' | 'signed-in' | 'guest' | 'staff'

/** The operator's people and their work; an admin may do all of it (issue: trust and safety). */
export type StaffRole = 'support' | 'reviewer' | 'finance' | 'admin'

export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly access: Access
  /** Of staff, those whose work it is; admins always. Left out: all of them. */
  readonly roles?: readonly StaffRole[]
  /**
   * The permission that people who run the campaign `campaignId` need (`modules/causes/campaigns/rules/acts.ts`); for
   * everyone else the call answers 404.
   */
  readonly act?: string
  /** What the call does, in a few words: verb and object. */
  readonly summary: string
  /**
   * What it does, whose permission it needs and, of amounts, their unit, in one or two sentences for the documents of
   * the API.
   */
  readonly description: string
  /** Path, query and body parameters together, as they are on the wire. */
  readonly input: Input
  /** The resource (`/v4`) or the `result` (`/api`). */
  readonly output: Output
  /** Types of the file that is sent over HTTP instead of the output. */
  readonly sends?: readonly string[]
  /** The sentence of a failure of the server's, by its code of the fault catalogue; without it that of the class. */
  readonly failure?: string
  /** Codes of the refusals a caller must expect besides the classes every call has. */
  readonly refuses?: readonly string[]
  /**
   * For a call with a cost for the operator: requests per minute by one account, or from one address if no account is
   * needed. The general limit of an address applies too.
   */
  readonly perMinute?: number
  /** `perMinute` counts accounts only, in a call that limits those without one by itself. */
  readonly isMeasuredByAccount?: true
  /** Maximum body size of a call that takes a file; the default is the general limit. */
  readonly bytesMax?: number
  /** The call moves money: it takes an `Idempotency-Key` header. */
  readonly money?: true
  /** The call is done once for one `Idempotency-Key` header, however often it is sent. */
  readonly takesKey?: true
  /** The call tells visitors without an account apart by a `session-id` header. */
  readonly takesSession?: true
  /** A page has the same address: a request that accepts HTML gets the page. */
  readonly hasPage?: true
  /** The call may answer 202: the bank's word, or the file it sends, is still awaited. */
  readonly mayWait?: true
}

export const endpoint = <Input extends z.ZodType, Output extends z.ZodType>(
  e: Endpoint<Input, Output>,
): Endpoint<Input, Output> => e

type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What a caller sends: wire spelling, with its path parameters among the rest; forgetting one is a type error. */
export type InputOf<C, K extends keyof C> =
  C[K] extends Endpoint<infer I, z.ZodType> ? z.input<I> & { [P in PathParam<K & string>]: string } : never
/** What a caller gets. */
export type OutputOf<C, K extends keyof C> = C[K] extends Endpoint<z.ZodType, infer O> ? z.output<O> : never
/** What a use case is handed: parsed. */
export type ParsedInputOf<C, K extends keyof C> = C[K] extends Endpoint<infer I, z.ZodType> ? z.output<I> : never

/** An answer that is more than a plain 200: another status, the `/api` envelope's message, a cookie. */
export type Answer<T> = {
  readonly answer: true
  readonly result: T
  readonly status?: number
  /**
   * The `/api` envelope: false when a step is still missing, such as a 3-D Secure challenge (contract-1).
   */
  readonly success?: boolean
  readonly message?: string
  /**
   * A sentence for the donor, by its code of the fault catalogue: the edge writes it as `message`, in their language.
   */
  readonly notice?: Fault
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Cookies that pages are rendered by in this browser (language, light, …): a value to store, or null to delete it. No
   * names, no secrets.
   */
  readonly cookies?: Readonly<Record<string, string | null>>
  /** Sent over HTTP instead of `result`, as it is: a document. */
  readonly file?: { readonly type: string; readonly bytes: Uint8Array }
  /** Opens (a token) or ends (null) the browser's session. */
  readonly session?: { readonly token: string; readonly expiresAt: Date } | null
  /** A guest's basket, which the browser keeps by its token. */
  readonly basket?: { readonly token: string; readonly expiresAt: Date }
}

export const answer = <T>(result: T, rest: Omit<Answer<T>, 'answer' | 'result'> = {}): Answer<T> => ({
  answer: true,
  result,
  ...rest,
})

/**
 * What the edge knows of one request. `ip` is the donor's (behind trusted proxies only); `country` is ISO 3166-1
 * alpha-2.
 */
export type RequestContext = {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly acceptHeader: string
  readonly country: string | undefined
  readonly locale: Locale
  readonly idempotencyKey: string | undefined
  /** The `session-id` header of S2 §7: the browser's or client's own name for its visit. */
  readonly sessionId: string | undefined
  /** The id this browser got at its first login. */
  readonly browserId?: string | undefined
}

type Handler<C, K extends keyof C, App, Viewer> = (input: {
  readonly input: ParsedInputOf<C, K>
  readonly viewer: Viewer
  readonly app: App
  readonly context: RequestContext
}) => Promise<OutputOf<C, K> | Answer<OutputOf<C, K>>>

/** One thin handler for each call of a module's contract: contract → use case. */
export type Handlers<C, App, Viewer> = { readonly [K in keyof C]: Handler<C, K, App, Viewer> }
