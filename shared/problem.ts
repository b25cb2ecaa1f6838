/**
 * What went wrong, in the words of the specification (S2 §8): the API answers from this table, and the web retries by
 * it. Each class has its sentence in `locales/en/platform/faults.json`. `retryable` says the class may pass by itself; a call that moves
 * money is retried with the same key only (payments-14).
 */
export const problemClasses = {
  validation: { status: 400, retryable: false },
  authentication: { status: 401, retryable: false },
  authorization: { status: 403, retryable: false },
  'not-found': { status: 404, retryable: false },
  conflict: { status: 409, retryable: false },
  'rate-limit': { status: 429, retryable: true },
  server: { status: 500, retryable: true },
  /** Met by clients only: no answer came, or one that fits no class. */
  network: { status: 0, retryable: true },
  unknown: { status: 0, retryable: false },
} as const

export type ProblemClass = keyof typeof problemClasses

/** One thing wrong with one field: a code of the fault catalogue (`locales/en/platform/faults.json`), with what the sentence needs. */
export type Fault = { readonly code: string; readonly params?: Readonly<Record<string, string | number>> }

export type ProblemOptions = {
  /**
   * HTTP status where the class has several: 402 for a decline, 422 for a reused key, 503 while the database is away.
   */
  readonly status?: number
  /** Path of the input to what is wrong with it: `taxAddress.city` → `{ code: 'city-missing' }`. */
  readonly fields?: Readonly<Record<string, Fault>>
  /** What the sentence of `code` needs. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Further members of the answer, such as the new quote of `quote-changed`. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/**
 * An expected refusal: its code is stable, kebab-case, and has its sentence in `locales/en/platform/faults.json`.
 * Anything else that is thrown is a bug: logged with its stack, answered as `server`, never with its text.
 */
export class Problem extends Error {
  /** Recognised by this tag, never by `instanceof`: server and web bundle each have their own copy of the class. */
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

/** The class a client reads from a status it was answered with (S2 §8). */
export function classOfStatus(status: number): ProblemClass {
  if (status === 0) return 'network'
  if (status >= 500) return 'server'
  if (status === 402 || status === 422) return 'validation'
  const found = Object.entries(problemClasses).find(([, row]) => row.status === status)
  return (found?.[0] as ProblemClass | undefined) ?? 'unknown'
}
