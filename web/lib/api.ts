import type { ProductContract } from '#modules/contract.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import { classOfStatus, type Fault, problemClasses, type ProblemClass } from '#shared/problem.ts'

/** A refusal as the browser meets it: the class, the code and the sentences are the server's. */
export class Refused extends Error {
  readonly class: ProblemClass
  readonly status: number
  readonly code: string
  /** Path of the input → its sentence. */
  readonly fields: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  constructor(problemClass: ProblemClass, status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body.message === 'string' && body.message !== '' ? body.message : problemClasses[problemClass].message)
    this.class = problemClass
    this.status = status
    this.body = body
    this.code = typeof body.code === 'string' ? body.code : ''
    this.fields = (body.fields ?? {}) as Readonly<Record<string, string>>
  }
  get isRetryable(): boolean {
    return problemClasses[this.class].retryable
  }
}

export type Answered<Output> = { readonly status: number; readonly success: boolean; readonly message: string; readonly result: Output }

export type CallOptions = { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal }

/** Calls the product by a call's name, typed by it; nothing of the contract's code reaches the browser. Throws `Refused`. */
export async function call<Call extends keyof ProductContract & string>(
  name: Call,
  input: InputOf<ProductContract, Call>,
  options: CallOptions = {},
): Promise<Answered<OutputOf<ProductContract, Call>>> {
  const [method, pattern] = name.split(' ') as [string, string]
  const left: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(left[key])
    delete left[key]
    return encodeURIComponent(value)
  })
  const isRead = method === 'GET'
  const query = isRead
    ? new URLSearchParams(
        Object.entries(left).flatMap(([key, value]) => (value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]])),
      ).toString()
    : ''
  let answer: Response
  let text: string
  try {
    answer = await fetch(query ? `${path}?${query}` : path, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(isRead ? {} : { 'content-type': 'application/json' }), ...options.headers },
      ...(isRead ? {} : { body: JSON.stringify(left) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    // An answer that was cut off on its way is none: what it would have said is not known.
    text = await answer.text()
  } catch {
    throw new Refused('network', 0, {})
  }
  const body = bodyOf(text)
  const isEnveloped = path.startsWith('/api/') || path.startsWith('/v3/')
  if (!answer.ok) throw new Refused(classOfStatus(answer.status), answer.status, isEnveloped ? { ...(body?.result as object), ...body } : (body ?? {}))
  if (body === undefined) throw new Refused('network', 0, {})
  return isEnveloped
    ? {
        status: answer.status,
        success: body.success === true,
        message: typeof body.message === 'string' ? body.message : '',
        result: body.result as OutputOf<ProductContract, Call>,
      }
    : { status: answer.status, success: true, message: '', result: body as OutputOf<ProductContract, Call> }
}

/** Nothing at all is an answer, too; undefined: it is no JSON, so somebody else's on the way. */
function bodyOf(text: string): Record<string, unknown> | undefined {
  if (text === '') return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** The bare answer, for calls where nothing but the result matters. */
export const api = async <Call extends keyof ProductContract & string>(
  name: Call,
  input: InputOf<ProductContract, Call>,
  options?: CallOptions,
): Promise<OutputOf<ProductContract, Call>> => (await call(name, input, options)).result

export type { Fault }
