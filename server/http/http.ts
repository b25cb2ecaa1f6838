import { required } from '#shared/collections.ts'
import { pipeline, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { contract, type ProductContract } from '#modules/contract.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Answer, Endpoint, RequestContext } from '#shared/endpoint.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import type { App } from '../app.ts'
import { basketViewerOf, isGuestBasketCall } from './basket-cookie.ts'
import { keepCookies } from './browser-session.ts'
import { handlers } from './handlers.ts'
import { donationOutcomes } from '../ops/metrics.ts'
import { programsOnly } from './page-constraint.ts'
import { parseInput } from './parse-input.ts'
import { toRequestContext } from './request-context.ts'
import { isEnveloped, toJson } from './wire.ts'
import { viewerOf } from './viewer.ts'

type Call = keyof ProductContract & string
type AnyHandler = (input: { input: unknown; viewer: Viewer; app: App; context: RequestContext }) => Promise<unknown>

const unsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'

const isOfAccounts = ({ access, isMeasuredByAccount }: Endpoint): boolean =>
  access === 'signed-in' || access === 'staff' || isMeasuredByAccount === true

/** Every call of the contract as a route: who asks, may they, parse, answer. */
export async function registerCalls(fastify: FastifyInstance, app: App, refuseTooMany: Measure): Promise<void> {
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
            // Before a byte is read: an unauthorized requester uploads no file.
            preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) => {
              checkOrigin(app, request)
              const viewer = await callerOf(app, request, path)
              refuseWithoutAccess(app, endpoint, viewer)
              await refuseTooMany(name, request, viewer)
              return limitJsonComplexity(payload)
            },
          }
        : {}),
      config: {
        access: endpoint.access,
        failure: endpoint.failure,
        ...(endpoint.perMinute && !isOfAccounts(endpoint) ? { rateLimit: { max: endpoint.perMinute } } : {}),
      } as never,
      handler: async (request, reply) => {
        if (unsafe(method)) checkOrigin(app, request)
        const viewer = await callerOf(app, request, path)
        const context = toRequestContext(app, request)
        refuseWithoutAccess(app, endpoint, viewer)
        if (!endpoint.bytesMax) await refuseTooMany(name, request, viewer)
        const input = parseInput(app, endpoint.input, merged(request), context)
        const result = await counted(name, handler({ input, viewer, app, context }))
        return send(reply, app, path, result, context.locale)
      },
    })
  }
}

/**
 * What may be parted from the next in a large body: far more than in any of ours, a file of gifts among them, and read
 * in a moment.
 */
const partsMax = 100_000
const parting: ReadonlySet<number> = new Set(Buffer.from('[{:,'))

/**
 * Refuses a large body with many lists or objects, whose parsing would block the process for seconds. A legitimate
 * large body is one long text.
 */
function limitJsonComplexity(payload: RequestPayload): RequestPayload {
  let parts = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) if (parting.has(byte)) parts++
      if (parts > partsMax) done(new Problem('validation', 'invalid-input'))
      else done(null, chunk)
    },
  })
  // Its reader hears of whatever goes wrong; a sender who goes away ends both.
  return pipeline(payload, counted, () => undefined)
}

/** Counts a call, and refuses it if it was made too often in this minute. */
export type Measure = (call: string, request: FastifyRequest, viewer: Viewer) => Promise<void>

/**
 * Of the calls that take an account: one count for each account and call, whether it is made over HTTP or by the form
 * of a page.
 */
export function accountRateLimiter(fastify: FastifyInstance): Measure {
  const limits = new Map(
    Object.entries(contract as Readonly<Record<string, Endpoint>>).flatMap(([call, endpoint]) =>
      endpoint.perMinute && isOfAccounts(endpoint)
        ? [[call, limitOfAccounts(fastify, endpoint.perMinute)] as const]
        : [],
    ),
  )
  return async (call, request, viewer) => {
    if (viewer.kind === 'account') await limits.get(call)?.(request, viewer.accountId)
  }
}

/** A signed-in account has its own limit: a mosque, a school or a whole telephone network may share one address. */
function limitOfAccounts(
  fastify: FastifyInstance,
  perMinute: number,
): (request: FastifyRequest, accountId: string) => Promise<void> {
  const callers = new WeakMap<FastifyRequest, string>()
  const count = fastify.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => required(callers.get(request)),
  })
  return async (request, accountId) => {
    callers.set(request, accountId)
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: counted.ttlInSeconds })
  }
}

/**
 * Identifies the caller. The cookie of a guest's basket also grants access to this basket and to the status of its
 * payments, but to nothing else.
 */
export async function callerOf(app: App, request: FastifyRequest, path: string): Promise<Viewer> {
  const byCookie = async () => (request.headers.authorization === undefined ? basketViewerOf(app, request) : undefined)
  if (isGuestBasketCall(path)) return (await byCookie()) ?? viewerOf(app, request)
  const viewer = await viewerOf(app, request)
  return viewer.kind === 'anonymous' && path.startsWith('/v4/payment-attempts/by-key/')
    ? ((await byCookie()) ?? viewer)
    : viewer
}

/** The same call for a page that is rendered here: same parsing, same rights, an answer in the same JSON types. */
export async function callInProcess(
  app: App,
  name: Call,
  input: unknown,
  viewer: Viewer,
  context: RequestContext,
): Promise<Answer<unknown>> {
  const endpoint = contract[name] as Endpoint
  refuseWithoutAccess(app, endpoint, viewer)
  const parsed = parseInput(app, endpoint.input, input, context)
  const given = await counted(name, (handlers[name] as unknown as AnyHandler)({ input: parsed, viewer, app, context }))
  const answered = withNotice(isAnswer(given) ? given : { answer: true as const, result: given }, context.locale)
  return { ...answered, result: JSON.parse(toJson(answered.result)) as unknown }
}

/** Writes an answer's notice as `message`, in the result and in the envelope of `/api`. */
function withNotice(answered: Answer<unknown>, locale: RequestContext['locale']): Answer<unknown> {
  const message = answered.notice && faultText(answered.notice, locale)
  return message === undefined
    ? answered
    : { ...answered, message, result: { ...(answered.result as object), message } }
}

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && (value as { answer?: unknown }).answer === true

/** They answer alike. */
const donationCalls: ReadonlySet<string> = new Set<Call>([
  'POST /api/donate/donate/:campaignId',
  'POST /v4/checkout/guest/baskets/:basketId/checkout',
  'POST /v4/checkout/:userId/baskets/:basketId/checkout',
])

/** Counts the outcomes of payment requests for the operator's metrics: an outcome, or the code of a refusal. */
async function counted(name: Call, given: Promise<unknown>): Promise<unknown> {
  if (!donationCalls.has(name)) return given
  try {
    const value = await given
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
  given: unknown,
  locale: RequestContext['locale'],
): Promise<FastifyReply> {
  const answered = withNotice(isAnswer(given) ? given : { answer: true, result: given }, locale)
  for (const [header, value] of Object.entries(answered.headers ?? {})) reply.header(header, value)
  await keepCookies(app, reply, answered)
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
 * Without a session S2 §8 says "Please log in to continue."; only the campaign listing calls of S2 §6 name
 * `invalid-authorization` instead.
 */
function refuseWithoutAccess(app: App, { access, roles, refuses }: Endpoint, viewer: Viewer): void {
  if (access === 'anyone') return
  if (
    ['anonymous', 'basket', 'first-factor'].includes(viewer.kind) ||
    (access === 'signed-in' && viewer.kind !== 'account')
  )
    throw new Problem(
      'authentication',
      refuses?.includes('invalid-authorization') ? 'invalid-authorization' : 'authentication',
    )
  if (access === 'staff' && !(viewer.kind === 'account' && isTheirWork(viewer.roles, roles)))
    throw new Problem('authorization', 'not-allowed')
  if (access === 'staff' && viewer.kind === 'account') identityServer.requireSecondFactor(app, viewer)
}

const isTheirWork = (held: readonly string[], request: readonly string[] | undefined): boolean =>
  held.length > 0 && (request === undefined || held.includes('admin') || request.some((role) => held.includes(role)))

/**
 * No other site makes a visitor's browser act here (security-2): the Origin is ours, and the body is JSON, which forms
 * cannot send.
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
  // Nor can a form send DELETE, whose body may be missing.
  const isBare = request.method === 'DELETE' && type === undefined
  if (needsJson && !isBare && !/^application\/json\b/i.test(type ?? ''))
    throw new Problem('validation', 'json-required', { status: 415 })
}
