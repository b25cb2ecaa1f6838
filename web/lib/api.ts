import type { ProductContract } from '#modules/contract.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import { classOfStatus, problemClasses, type ProblemClass } from '#shared/problem.ts'
import type { Catalogue } from '#shared/text.ts'
import { isEmbedded } from './storage.ts'

let defaultTexts: Catalogue = {}
/** Sets the default error texts by class, in the page's language. Called once per page. */
export function setDefaultErrorTexts(catalogue: Catalogue): void {
  defaultTexts = catalogue
}

/** An error response; class, code and texts come from the server. */
export class ApiError extends Error {
  readonly class: ProblemClass
  readonly status: number
  readonly code: string
  /** Error texts by input path. */
  readonly fields: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  constructor(problemClass: ProblemClass, status: number, body: Readonly<Record<string, unknown>>) {
    super(
      (typeof body.message === 'string' && body.message) || ((defaultTexts[problemClass] as string | undefined) ?? ''),
    )
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

export type ApiResponse<Output> = {
  readonly status: number
  readonly success: boolean
  readonly message: string
  readonly result: Output
}

/** `keepalive`: the request continues after the page unloads. */
export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
}

/**
 * Calls an endpoint by its name, with typed input and result. Imports types only, so no contract code reaches the
 * browser. Throws `ApiError`.
 */
export async function call<Call extends keyof ProductContract & string>(
  name: Call,
  input: InputOf<ProductContract, Call>,
  options: CallOptions = {},
): Promise<ApiResponse<OutputOf<ProductContract, Call>>> {
  const [method, pattern] = name.split(' ') as [string, string]
  const remainder: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(remainder[key])
    delete remainder[key]
    return encodeURIComponent(value)
  })
  const isRead = method === 'GET'
  const query = isRead
    ? new URLSearchParams(
        Object.entries(remainder).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
        ),
      ).toString()
    : ''
  let response: Response | undefined
  let body: Record<string, unknown> = {}
  try {
    response = await fetch(query ? `${path}?${query}` : path, {
      method,
      credentials: isEmbedded() ? 'omit' : 'same-origin',
      headers: {
        accept: 'application/json',
        ...(isRead ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(isRead ? {} : { body: JSON.stringify(remainder) }),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    })
    const text = await response.text()
    if (text) body = (JSON.parse(text) ?? {}) as typeof body
  } catch {
    // A truncated response has an unknown result, so it counts as a network error. A truncated error keeps its status.
    if (!response || response.ok) throw new ApiError('network', 0, {})
  }
  const isEnveloped = path.startsWith('/api/') || path.startsWith('/v3/')
  if (!response.ok)
    throw new ApiError(
      classOfStatus(response.status),
      response.status,
      isEnveloped ? { ...(body.result as object), ...body } : body,
    )
  return isEnveloped
    ? {
        status: response.status,
        success: body.success === true,
        message: typeof body.message === 'string' ? body.message : '',
        result: body.result as OutputOf<ProductContract, Call>,
      }
    : { status: response.status, success: true, message: '', result: body as OutputOf<ProductContract, Call> }
}

/** Calls an endpoint and returns only its result. */
export const api = async <Call extends keyof ProductContract & string>(
  name: Call,
  input: InputOf<ProductContract, Call>,
  options?: CallOptions,
): Promise<OutputOf<ProductContract, Call>> => (await call(name, input, options)).result
