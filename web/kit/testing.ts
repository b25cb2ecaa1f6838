import { contract, type ProductContract } from '#modules/contract.ts'
import type { RenderContext, ServerApi } from '#server/pages/render-context.ts'
import { Problem } from '#shared/problem.ts'

type Input = Readonly<Record<string, unknown>>
export type ApiCall = readonly [call: string, input: Input, key?: string]

/**
 * Returns an API that records its calls. It returns what `answers` has for a call, computes it from the input if that is
 * a function, and throws it if it is a `Problem`; all other calls return an empty object.
 */
export function fakeApi(answers: Readonly<Record<string, unknown>> = {}): { calls: ApiCall[]; api: ServerApi } {
  const calls: ApiCall[] = []
  const api = async (call: string, input: Input, key?: string): Promise<unknown> => {
    calls.push(key === undefined ? [call, input] : [call, input, key])
    const answer =
      typeof answers[call] === 'function' ? (answers[call] as (input: Input) => unknown)(input) : answers[call]
    if (answer instanceof Problem) throw answer
    return answer ?? {}
  }
  return { calls, api: api as unknown as ServerApi }
}

/** The visitors of a page. */
export const visitors = {
  signedIn: {
    isSignedIn: true,
    needsSecondFactor: false,
    id: '41',
    firstName: 'Amina',
    email: 'amina@example.org',
    isEmailConfirmed: true,
  },
  halfway: { isSignedIn: false, needsSecondFactor: true, id: '', firstName: '', email: '', isEmailConfirmed: false },
  guest: { isSignedIn: false, needsSecondFactor: false, id: '', firstName: '', email: '', isEmailConfirmed: false },
} as const

type Form = Readonly<Record<string, string | readonly string[]>> | FormData
export type FakePage = Partial<RenderContext> & {
  readonly params?: Readonly<Record<string, string>>
  /** Posted to the page's action. */
  readonly form?: Form
}

/** Encodes a form as a browser without files does; a list becomes several entries of one name. */
const encoded = (form: Form): FormData | URLSearchParams =>
  form instanceof FormData
    ? form
    : new URLSearchParams(
        Object.entries(form).flatMap(([name, value]) => [value].flat().map((text) => [name, text] as [string, string])),
      )

/**
 * Returns the arguments of a page's loader, or of its action if there is a `form`. Its visitor is signed in; messages are
 * `text of <code>`.
 */
export function pageArgs(path: string, { params = {}, form, ...page }: FakePage = {}): never {
  const textOf = (code: string) => `text of ${code}`
  const context: Partial<RenderContext> = {
    api: fakeApi().api,
    viewer: visitors.signedIn,
    locale: 'en',
    origin: 'http://localhost',
    hasPayouts: true,
    hasTrustPage: true,
    charitySignUp: 'open',
    country: 'GB',
    productName: 'Sunbul',
    now: () => new Date('2026-03-01T12:00:00Z'),
    refusalOf: (error) => {
      if (!(error instanceof Problem)) throw error
      const fields = Object.entries(error.fields).map(([name, { code }]) => [name, textOf(code)])
      return { code: error.code, status: error.status, message: textOf(error.code), fields: Object.fromEntries(fields) }
    },
    sentencesOf: (fields) => Object.fromEntries(Object.entries(fields).map(([name, { code }]) => [name, textOf(code)])),
    ...page,
  }
  const request = new Request(`http://localhost${path}`, form ? { method: 'POST', body: encoded(form) } : {})
  return { request, params, context: { get: () => context } } as never
}

/** What a loader or action did: where it redirects, or its status and data. */
export type PageResult = { readonly status: number; readonly location?: string; readonly data?: unknown }

/** Runs a loader or action and returns what it returned or threw. Rethrows unexpected errors. */
export async function resultOf(run: () => unknown): Promise<PageResult> {
  let answer: unknown
  try {
    answer = await run()
  } catch (thrown) {
    if (!(thrown instanceof Response) && !isDataWithStatus(thrown)) throw thrown
    answer = thrown
  }
  if (answer instanceof Response) {
    const location = answer.headers.get('location')
    return location === null ? { status: answer.status } : { status: answer.status, location }
  }
  return isDataWithStatus(answer)
    ? { status: answer.init?.status ?? 200, data: answer.data }
    : { status: 200, data: answer }
}

type DataWithStatus = {
  readonly type: 'DataWithResponseInit'
  readonly data: unknown
  readonly init: ResponseInit | null
}
const isDataWithStatus = (answer: unknown): answer is DataWithStatus =>
  (answer as DataWithStatus | undefined)?.type === 'DataWithResponseInit'

type Schema = {
  readonly unwrap?: () => Schema
  readonly shape?: Readonly<Record<string, Schema>>
  readonly maxLength?: number | null
}
type Declared = Readonly<Record<string, { readonly max?: number; readonly path?: string }>>

/** Returns the fields that are no input of the call, or whose control accepts more characters than the call does. */
export function misfits(call: keyof ProductContract, fields: Declared): string[] {
  const { shape = {} } = contract[call].input as Schema
  return Object.entries(fields).flatMap(([name, { path = name, max = 0 }]) => {
    let input = shape[path]
    while (input?.unwrap && input.maxLength === undefined) input = input.unwrap()
    if (!input) return [`${name}: no input of ${call}`]
    const limit = input.maxLength ?? Infinity
    return max > limit ? [`${name}: ${max} characters, but ${call} accepts ${limit}`] : []
  })
}
