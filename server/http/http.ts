import { pipeline, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { contract, type ProductContract } from '#modules/contract.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Answer, Endpoint, RequestContext } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import type { App } from '../app.ts'
import { basketViewerOf, isGuestBasketCall } from './basket-cookie.ts'
import { setResponseCookies } from './browser-session.ts'
import { handlers } from './handlers.ts'
import { donationOutcomes } from '../ops/metrics.ts'
import { beginKeyRequest } from './key-limits.ts'
import { programsOnly } from './page-constraint.ts'
import { parseInput } from './parse-input.ts'
import { toRequestContext } from './request-context.ts'
import { isEnveloped } from './wire.ts'
import { toJson } from '#shared/wire/to-json.ts'
import { callViewerOf } from './viewer.ts'

type Call = keyof ProductContract & string
type AnyHandler = (input: { input: unknown; viewer: Viewer; app: App; context: RequestContext }) => Promise<unknown>

const unsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'

const isAccountCall = ({ access, isMeasuredByAccount }: Endpoint): boolean =>
  access === 'signed-in' || access === 'staff' || isMeasuredByAccount === true

/**
 * Registers every call of the contract as a route: identifies the caller, checks access, parses the input, responds.
 */
export async function registerCalls(fastify: FastifyInstance, app: App, limitRate: RateLimiter): Promise<void> {
  for (const [name, endpoint] of Object.entries(contract) as [Call, Endpoint][]) {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', string]
    const handler = handlers[name] as unknown as AnyHandler
    fastify.route({
      method,
      url: path,
      ...(endpoint.hasPage ? { constraints: programsOnly } : {}),
      ...(endpoint.bytesMax
        ? {
            bodyLimit: endpoint.bytesMax,
            // Runs before the body is read, so an unauthorized requester can't upload a file.
            preParsing: async (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) => {
              checkOrigin(app, request)
              const viewer = await callerOf(app, request, path)
              await beginKeyRequest(app, request, reply, viewer)
              assertAccess(app, endpoint, viewer)
              await limitRate(name, request, viewer)
              return limitJsonComplexity(payload)
            },
          }
        : {}),
      config: {
        access: endpoint.access,
        failure: endpoint.failure,
      } as never,
      handler: async (request, reply) => {
        if (unsafe(method)) checkOrigin(app, request)
        const viewer = await callerOf(app, request, path)
        if (!endpoint.bytesMax) await beginKeyRequest(app, request, reply, viewer)
        const context = toRequestContext(app, request)
        assertAccess(app, endpoint, viewer)
        if (!endpoint.bytesMax) await limitRate(name, request, viewer)
        const input = parseInput(app, { call: name, schema: endpoint.input }, merged(request), context)
        const result = await countOutcome(
          name,
          runCall(app, endpoint, context, (used) => handler({ input, viewer, app: used, context })),
        )
        return send(reply, app, path, result, context.locale)
      },
    })
  }
}

/** Runs a call on a standby of the database if the call and the request allow it (contract-18), else on the primary. */
const runCall = <T>(
  app: App,
  { standby }: Endpoint,
  { mayUseStandby }: RequestContext,
  run: (app: App) => Promise<T>,
): Promise<T> => (standby && mayUseStandby ? app.callOnStandby(run) : run(app))

/**
 * Maximum number of list and object separators in a large body. It is far more than any legitimate body has, including
 * an import file of donations, and takes only a moment to parse.
 */
const separatorsMax = 100_000
const separators: ReadonlySet<number> = new Set(Buffer.from('[{:,'))

/**
 * Refuses a large body with many lists or objects, because parsing it would block the process for seconds. A legitimate
 * large body is one long text.
 */
function limitJsonComplexity(payload: RequestPayload): RequestPayload {
  let separatorCount = 0
  const countOutcome = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) if (separators.has(byte)) separatorCount++
      if (separatorCount > separatorsMax) done(new Problem('validation', 'invalid-input'))
      else done(null, chunk)
    },
  })
  // The reader receives any error; a client that disconnects ends both streams.
  return pipeline(payload, countOutcome, () => undefined)
}

/** Counts a call and throws if the requester exceeds its limit for this minute. */
export type RateLimiter = (call: string, request: FastifyRequest, viewer: Viewer) => Promise<void>

/**
 * Creates the limiter of calls with `perMinute`, over HTTP or from a page's form. PostgreSQL counts, so the limit holds
 * for all processes; a call without a limit costs nothing. A signed-in account has a count of its own, because a
 * mosque, a school or a whole mobile network may share one address.
 */
export const callRateLimiter =
  (app: App): RateLimiter =>
  async (call, request, viewer) => {
    const endpoint = (contract as Readonly<Record<string, Endpoint>>)[call]
    if (endpoint?.perMinute === undefined) return
    const caller = callerKey(endpoint, request, viewer)
    if (caller === undefined) return
    const { requests, secondsLeft } = await identityServer.countCall(app, { call, caller })
    if (requests > endpoint.perMinute)
      throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: secondsLeft })
  }

/** Returns whose requests a limit counts; undefined if the call itself limits this requester. */
function callerKey(endpoint: Endpoint, request: FastifyRequest, viewer: Viewer): string | undefined {
  if (isAccountCall(endpoint)) return viewer.kind === 'account' ? viewer.accountId : undefined
  return addressKey(request.ip)
}

/**
 * Identifies the caller. A guest's basket cookie also grants access to that basket and to the status of its payments,
 * and to nothing else.
 */
export async function callerOf(app: App, request: FastifyRequest, path: string): Promise<Viewer> {
  const byCookie = async () => (request.headers.authorization === undefined ? basketViewerOf(app, request) : undefined)
  if (isGuestBasketCall(path)) return (await byCookie()) ?? callViewerOf(app, request)
  const viewer = await callViewerOf(app, request)
  return viewer.kind === 'anonymous' && path.startsWith('/v4/payment-attempts/by-key/')
    ? ((await byCookie()) ?? viewer)
    : viewer
}

/**
 * Runs a call for a page that is rendered on the server: with the parsing and access checks of HTTP, and a result in
 * the same JSON types.
 */
export async function callInProcess(
  app: App,
  name: Call,
  input: unknown,
  viewer: Viewer,
  context: RequestContext,
): Promise<Answer<unknown>> {
  const endpoint = contract[name] as Endpoint
  assertAccess(app, endpoint, viewer)
  const parsed = parseInput(app, { call: name, schema: endpoint.input }, input, context)
  const handler = handlers[name] as unknown as AnyHandler
  const result = await countOutcome(
    name,
    runCall(app, endpoint, context, (used) => handler({ input: parsed, viewer, app: used, context })),
  )
  const answered = addNoticeMessage(
    isAnswer(result) ? result : { answer: true as const, result: result },
    context.locale,
  )
  return { ...answered, result: JSON.parse(toJson(answered.result)) as unknown }
}

/** Adds the text of a result's notice as `message`, in the result and in the envelope of `/api`. */
function addNoticeMessage(answered: Answer<unknown>, locale: RequestContext['locale']): Answer<unknown> {
  const message = answered.notice && faultText(answered.notice, locale)
  return message === undefined
    ? answered
    : { ...answered, message, result: { ...(answered.result as object), message } }
}

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && (value as { answer?: unknown }).answer === true

/** Calls that pay a donation; their results have the same shape. */
const donationCalls: ReadonlySet<string> = new Set<Call>([
  'POST /api/donate/donate/:campaignId',
  'POST /v4/checkout/guest/baskets/:basketId/checkout',
  'POST /v4/checkout/:userId/baskets/:basketId/checkout',
])

/** Counts the outcomes of payment requests for the metrics: the outcome, or the code of the refusal. */
async function countOutcome(name: Call, result: Promise<unknown>): Promise<unknown> {
  if (!donationCalls.has(name)) return result
  try {
    const value = await result
    const { status, success } = isAnswer(value) ? value : { status: 200, success: true }
    const outcome = success === false ? 'challenge' : 'succeeded'
    donationOutcomes.inc({ outcome: status === 202 ? 'unknown' : outcome })
    return value
  } catch (error) {
    donationOutcomes.inc({ outcome: isProblem(error) ? error.code : 'server' })
    throw error
  }
}

async function send(
  reply: FastifyReply,
  app: App,
  path: string,
  result: unknown,
  locale: RequestContext['locale'],
): Promise<FastifyReply> {
  const answered = addNoticeMessage(isAnswer(result) ? result : { answer: true, result: result }, locale)
  for (const [header, value] of Object.entries(answered.headers ?? {})) reply.header(header, value)
  await setResponseCookies(app, reply, answered)
  const status = answered.status ?? 200
  if (!answered.headers?.['cache-control']) reply.header('cache-control', 'no-store')
  if (answered.file) return reply.code(status).type(answered.file.type).send(answered.file.bytes)
  reply.code(status).type('application/json; charset=utf-8')
  return reply.send(
    isEnveloped(path)
      ? toJson({ success: answered.success ?? true, message: answered.message ?? '', result: answered.result })
      : toJson(answered.result),
  )
}

function merged(request: FastifyRequest): Record<string, unknown> {
  const body = request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new Problem('validation', 'invalid-input')
  return { ...(request.query as object), ...(body as object), ...(request.params as object) }
}

/**
 * Refuses a caller without access. Without a session the message is "Please log in to continue." (S2 §8); only the
 * campaign listing calls (S2 §6) use `invalid-authorization` instead.
 */
function assertAccess(app: App, { access, roles, refuses, scope }: Endpoint, viewer: Viewer): void {
  assertScope(scope, viewer)
  if (access === 'anyone') return
  if (
    ['anonymous', 'basket', 'first-factor'].includes(viewer.kind) ||
    (access === 'signed-in' && viewer.kind !== 'account')
  )
    throw new Problem(
      'authentication',
      refuses?.includes('invalid-authorization') ? 'invalid-authorization' : 'authentication',
    )
  if (access === 'staff' && !(viewer.kind === 'account' && hasRole(viewer.roles, roles)))
    throw new Problem('authorization', 'not-allowed')
  if (access === 'staff' && viewer.kind === 'account') identityServer.requireSecondFactor(app, viewer)
}

/** Refuses an API key without the scope of the call; a call without a scope is closed to every key (security-21). */
function assertScope(scope: Endpoint['scope'], viewer: Viewer): void {
  if (viewer.kind !== 'account' || viewer.scopes === undefined) return
  if (scope === undefined) throw new Problem('authorization', 'api-key-closed')
  if (scope !== 'any-key' && !viewer.scopes.includes(scope))
    throw new Problem('authorization', 'api-key-scope', { params: { scope } })
}

const hasRole = (roles: readonly string[], allowed: readonly string[] | undefined): boolean =>
  roles.length > 0 && (allowed === undefined || roles.includes('admin') || allowed.some((role) => roles.includes(role)))

/**
 * Refuses requests that another site makes in a visitor's browser (security-2): the Origin must be ours and the body
 * JSON, which forms can't send.
 */
export function checkOrigin(app: App, request: FastifyRequest, { needsJson = true } = {}): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (
    (origin !== undefined && origin !== app.origin && origin !== `${request.protocol}://${request.host}`) ||
    site === 'cross-site'
  )
    throw new Problem('authorization', 'cross-site')
  const type = request.headers['content-type']
  // Forms can't send DELETE either, and its body may be missing.
  const isBare = request.method === 'DELETE' && type === undefined
  if (needsJson && !isBare && !/^application\/json\b/i.test(type ?? ''))
    throw new Problem('validation', 'json-required', { status: 415 })
}
