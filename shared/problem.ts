/**
 * The specification's error classes (S2 §8) with their statuses. Their messages are in
 * `locales/en/platform/faults.json`. `retryable`: the error can be temporary; a call that moves money is retried with
 * the same key only (payments-14).
 */
export const problemClasses = {
  validation: { status: 400, retryable: false },
  authentication: { status: 401, retryable: false },
  authorization: { status: 403, retryable: false },
  'not-found': { status: 404, retryable: false },
  conflict: { status: 409, retryable: false },
  'rate-limit': { status: 429, retryable: true },
  server: { status: 500, retryable: true },
  /** Used by clients only: there was no response, or one that fits no class. */
  network: { status: 0, retryable: true },
  unknown: { status: 0, retryable: false },
} as const

export type ProblemClass = keyof typeof problemClasses

/** An error of one field: a code of the fault catalogue (`locales/en/platform/faults.json`) and its parameters. */
export type Fault = { readonly code: string; readonly params?: Readonly<Record<string, string | number>> }

export type ProblemOptions = {
  /**
   * HTTP status if the class has several: 402 for a decline, 422 for a reused key, 503 without the database.
   */
  readonly status?: number
  /** Errors by path of the input: `taxAddress.city` → `{ code: 'city-missing' }`. */
  readonly fields?: Readonly<Record<string, Fault>>
  /** Parameters of the message of `code`. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Further members of the response, such as the new quote of `quote-changed`. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/**
 * An expected refusal with a stable kebab-case code, whose message is in `locales/en/platform/faults.json`. Any other
 * thrown error is a bug: it is logged with its stack and returned as `server`, without its text.
 */
export class Problem extends Error {
  /**
   * Identifies a problem. `instanceof` doesn't work, because server and web bundle have separate copies of the class.
   */
  readonly tag = 'problem'
  readonly class: ProblemClass
  readonly code: string
  readonly status: number
  readonly fields: Readonly<Record<string, Fault>>
  readonly params: Readonly<Record<string, string | number>>
  readonly more: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(problemClass: ProblemClass, code: string, options: ProblemOptions = {}) {
    super(code)
    this.name = 'Problem'
    this.class = problemClass
    this.code = code
    this.status = options.status ?? problemClasses[problemClass].status
    this.fields = options.fields ?? {}
    this.params = options.params ?? {}
    this.more = options.more ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const isProblem = (thrown: unknown): thrown is Problem =>
  typeof thrown === 'object' && thrown !== null && (thrown as { tag?: unknown }).tag === 'problem'

/** Returns the error class of an HTTP status (S2 §8). */
export function classOfStatus(status: number): ProblemClass {
  if (status === 0) return 'network'
  if (status >= 500) return 'server'
  if (status === 402 || status === 422) return 'validation'
  const found = Object.entries(problemClasses).find(([, row]) => row.status === status)
  return (found?.[0] as ProblemClass | undefined) ?? 'unknown'
}
