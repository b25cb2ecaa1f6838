import type { Calls } from './calls.ts'

export type { Calls } from './calls.ts'

/** The version that these types describe; the server keeps it for 12 months after a newer one. */
const version = '2026-11-30'

/** A refused request: the code is stable, the message is for people. */
export class SunbulError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds after which the request can be repeated; undefined if that is of no use. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | undefined) {
    super(message)
    this.name = 'SunbulError'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Options = {
  /** Such as `https://give.example.org`. */
  readonly origin: string
  /** The API key: `sunbul_live_…` or `sunbul_test_…`. */
  readonly key: string
  readonly fetch?: typeof fetch
}

/** Makes one call and returns its result. Throws `SunbulError` if it is refused. */
export type Call = <Name extends keyof Calls>(
  name: Name,
  input: Calls[Name]['input'],
  /** Repeated requests with the same key take effect once. */
  idempotencyKey?: string,
) => Promise<Calls[Name]['output']>

/** Returns a function that makes calls with a key. It never repeats a request by itself. */
export const createClient =
  ({ origin, key, fetch: send = fetch }: Options): Call =>
  async (name, input, idempotencyKey) => {
    const [method = '', template = ''] = name.split(' ')
    const rest = { ...input } as Record<string, string | number | boolean | undefined>
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = rest[parameter]
      delete rest[parameter]
      return encodeURIComponent(String(value))
    })
    const url = new URL(path, origin)
    if (method === 'GET')
      for (const [parameter, value] of Object.entries(rest))
        if (value !== undefined) url.searchParams.set(parameter, String(value))
    const response = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'sunbul-version': version,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
    })
    if (!response.ok) {
      const body = (await response.json()) as { code?: string; message?: string; result?: { code?: string } }
      const wait = response.headers.get('retry-after')
      const code = body.code ?? body.result?.code ?? 'unknown'
      throw new SunbulError(response.status, code, body.message ?? '', wait === null ? undefined : Number(wait))
    }
    return (await response.json()) as never
  }

/** The calls whose lists have pages. */
type PagedName = {
  [Name in keyof Calls]: Calls[Name] extends { input: { before?: string }; output: { next: string | null } }
    ? Name
    : never
}[keyof Calls]

/** Returns all pages of a list, one request for each. */
export async function* pagesOf<Name extends PagedName>(
  call: Call,
  name: Name,
  input: Calls[Name]['input'],
): AsyncGenerator<Calls[Name]['output']> {
  let before: string | null | undefined
  do {
    const page = await call(name, before ? { ...input, before } : input)
    yield page
    before = (page as { next: string | null }).next
  } while (before !== null)
}

/** The lists of changed records. */
type ChangesName = {
  [Name in keyof Calls]: Calls[Name] extends { input: { after?: string }; output: { items: unknown[] } } ? Name : never
}[keyof Calls]

/**
 * Returns all records of a list by their last change, one request for each 100. Store the greatest `updatedAt` and
 * pass it as `updated_since` the next time.
 */
export async function* changesOf<Name extends ChangesName>(
  call: Call,
  name: Name,
  input: Calls[Name]['input'],
): AsyncGenerator<Calls[Name]['output']['items'][number]> {
  let after: string | null | undefined
  do {
    const page = await call(name, after ? { ...input, after } : input)
    yield* page.items
    after = page.next
  } while (after !== null)
}
