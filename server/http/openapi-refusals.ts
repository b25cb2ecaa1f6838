import { required } from '#shared/collections.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { statusesOf } from './refusal-statuses.ts'
import { isEnveloped } from './wire.ts'
import type { Json } from './openapi-schemas.ts'

/** Status names of RFC 9110, with the codes that any call may return with each of them. */
const statuses: Readonly<
  Record<number, { readonly name: string; readonly component: string; readonly codes: readonly string[] }>
> = {
  400: { name: 'Bad request', component: 'BadRequest', codes: ['invalid-input'] },
  401: { name: 'Unauthorized', component: 'Unauthorized', codes: ['authentication'] },
  402: { name: 'Payment required', component: 'PaymentRequired', codes: [] },
  403: { name: 'Forbidden', component: 'Forbidden', codes: ['cross-site'] },
  404: { name: 'Not found', component: 'NotFound', codes: ['not-found'] },
  409: { name: 'Conflict', component: 'Conflict', codes: [] },
  413: { name: 'Content too large', component: 'ContentTooLarge', codes: ['body-too-large'] },
  415: { name: 'Unsupported media type', component: 'UnsupportedMediaType', codes: ['json-required'] },
  422: { name: 'Unprocessable content', component: 'UnprocessableContent', codes: ['idempotency-key-reused'] },
  429: { name: 'Too many requests', component: 'TooManyRequests', codes: ['rate-limited'] },
  503: { name: 'Service unavailable', component: 'ServiceUnavailable', codes: [] },
}

const bodies = {
  Envelope: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  '': { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
type Suffix = keyof typeof bodies

/** The challenge that RFC 9110 requires with 401. */
const challenge: Json = {
  'WWW-Authenticate': {
    description: 'The scheme of an access token.',
    schema: { type: 'string', const: 'Bearer' },
  },
}

const responseOf = (status: number, codes: readonly string[], suffix: Suffix): Json => ({
  description: `${required(statuses[status]).name}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  ...(status === 401 ? { headers: challenge } : {}),
  content: bodies[suffix],
})

/** Responses that many operations share. Those with the suffix `Envelope` belong to `/api` and `/v3`. */
export const sharedResponses: Json = Object.fromEntries(
  (['', 'Envelope'] as const).flatMap((suffix) => [
    ...Object.entries(statuses)
      .filter(([, { codes }]) => codes.length > 0)
      .map(([status, { component, codes }]) => [`${component}${suffix}`, responseOf(Number(status), codes, suffix)]),
    [
      `ServerError${suffix}`,
      {
        description: 'An error of the server: `server`, or `database-unavailable` with a Retry-After header.',
        content: bodies[suffix],
      },
    ],
  ]),
)

/** Returns a call's possible refusals by status: its own codes, and those that its access and input imply. */
export function refusalsOf(
  path: string,
  endpoint: Endpoint,
  input: { readonly takesInput: boolean; readonly takesBody: boolean; readonly isRead: boolean },
): Json {
  const suffix: Suffix = isEnveloped(path) ? 'Envelope' : ''
  const implied = [
    ...(input.takesInput || input.takesBody ? ['invalid-input'] : []),
    ...(endpoint.access === 'anyone' ? [] : ['authentication']),
    ...(input.isRead ? [] : ['cross-site']),
    ...(endpoint.access === 'staff' ? ['not-allowed', 'two-factor-required'] : []),
    ...(input.takesBody ? ['body-too-large', 'json-required'] : []),
    'rate-limited',
  ]
  const codesByStatus = new Map<number, Set<string>>()
  for (const code of [...implied, ...(endpoint.refuses ?? [])])
    for (const status of statusesOf(code)) codesByStatus.set(status, (codesByStatus.get(status) ?? new Set()).add(code))
  const responses = [...codesByStatus].map(([status, codes]) => {
    const { component, codes: shared } = required(statuses[status])
    const isShared = codes.size === shared.length && shared.every((code) => codes.has(code))
    return [
      status,
      isShared ? { $ref: `#/components/responses/${component}${suffix}` } : responseOf(status, [...codes], suffix),
    ]
  })
  return { ...Object.fromEntries(responses), default: { $ref: `#/components/responses/ServerError${suffix}` } }
}
