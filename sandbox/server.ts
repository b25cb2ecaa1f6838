import { hash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { invalid, missing, Refusal } from './errors.ts'
import { type FormFields, list, parseForm, text } from './form.ts'
import { Gateway } from './gateway.ts'
import { cardPage, challengeDonePage, challengePage, indexPage } from './pages.ts'
import { Store } from './store.ts'
import { type Delivery, type Endpoint, Webhooks } from './webhooks.ts'

export type SandboxOptions = {
  readonly port?: number
  readonly host?: string
  /** Where the journal lives; without one nothing outlives the process. */
  readonly folder?: string | undefined
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhook?: Endpoint | undefined
  /** Pages that may show the card fields and the challenge. */
  readonly allowedOrigins: readonly string[]
  readonly faults?: boolean
  /** How long a "timeout" keeps its caller waiting. */
  readonly holdMs?: number
  readonly seed?: string
}
export type Sandbox = { readonly url: string; readonly port: number; readonly gateway: Gateway; stop(): Promise<void> }

type Answered = { readonly status: number; readonly body: string }
type Kept = { readonly fingerprint: string; answered?: Answered }

const keptKeysMax = 200_000
const bodyBytesMax = 64 * 1024

/** Starts the gateway on 127.0.0.1. It behaves as another company: own origin, own truth, own clock. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  let clockOffset = 0
  let latencyMs = 0
  let origin = ''
  const now = () => Math.floor(Date.now() / 1000) + clockOffset
  const store = new Store(options.folder, options.seed ?? `${process.pid}-${Date.now()}`)
  const webhooks = new Webhooks(store, options.webhook, now)
  const gateway = new Gateway({ store, webhooks, now, origin: () => origin, salt: options.secretKey })
  const keys = new Map<string, Kept>()
  const armed: { match: string; fault: string; count: number }[] = []
  const bearer = `Bearer ${options.secretKey}`
  const publicBearer = `Bearer ${options.publishableKey}`
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const holdMs = options.holdMs ?? 12_000

  /** The fault that is due for this call: named by the intent's own metadata, once, or armed by the admin. */
  function dueFault(step: 'create' | 'confirm' | 'refund', id?: string): string | undefined {
    if (!options.faults) return undefined
    const intent = id ? store.intents.get(id) : undefined
    const named = intent && !intent.faultSpent ? intent.object.metadata.sandbox_fault : undefined
    if (named) {
      intent!.faultSpent = true
      return named
    }
    const at = armed.findIndex((each) => each.match === `next_${step}`)
    if (at < 0) return undefined
    const { fault } = armed[at]!
    armed[at]!.count -= 1
    if (armed[at]!.count <= 0) armed.splice(at, 1)
    return fault
  }

  const deliveries: Readonly<Record<string, Delivery>> = {
    flt_dup_webhook_x5: 'five-times',
    flt_webhooks_shuffled: 'shuffled',
    flt_webhook_before_response: 'at-once',
    flt_webhook_never: 'never',
  }

  async function confirm(id: string, fields: FormFields, key: string | null, response: http.ServerResponse): Promise<unknown> {
    const fault = dueFault('confirm', id)
    return faultily(fault, response, async () =>
      gateway.expanded(await gateway.confirm(id, fields, key, deliveries[fault ?? ''] ?? 'normal'), list(fields.expand)),
    )
  }

  async function refund(fields: FormFields, response: http.ServerResponse): Promise<unknown> {
    const fault = dueFault('refund')
    return faultily(fault, response, () => gateway.refund(fields, deliveries[fault ?? ''] ?? 'normal'))
  }

  /** Does what was asked and goes wrong around it in the named way. */
  async function faultily(fault: string | undefined, response: http.ServerResponse, ask: () => Promise<unknown>): Promise<unknown> {
    switch (fault) {
      case 'flt_429':
        throw new Refusal(429, { type: 'rate_limit_error', message: 'Too many requests' })
      case 'flt_timeout_before_charge':
        await sleep(holdMs)
        throw new Refusal(500, { type: 'api_error', message: 'The request was lost' })
      case 'flt_slow_30s':
        await sleep(holdMs)
        return ask()
      case 'flt_timeout_after_charge': {
        const charged = await ask()
        await sleep(holdMs)
        return charged
      }
      case 'flt_500_after_charge':
        await ask()
        throw new Refusal(500, { type: 'api_error', message: 'Something went wrong on our end' })
      case 'flt_reset_mid_body': {
        const body = JSON.stringify(await ask())
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        response.write(body.slice(0, body.length / 2))
        response.destroy()
        return undefined
      }
      default:
        return ask()
    }
  }

  async function api(method: string, path: string[], fields: FormFields, key: string | null, response: http.ServerResponse): Promise<unknown> {
    const [noun, id, verb] = path
    const isPost = method === 'POST'
    switch (noun) {
      case 'payment_intents':
        if (isPost && id === undefined) {
          const fault = dueFault('create')
          if (fault === 'flt_429') throw new Refusal(429, { type: 'rate_limit_error', message: 'Too many requests' })
          if (fault === 'flt_503') throw new Refusal(503, { type: 'api_error', message: 'The service is unavailable' })
          if (fault) throw new Refusal(500, { type: 'api_error', message: 'Something went wrong on our end' })
          return gateway.createIntent(fields)
        }
        if (isPost && verb === 'confirm') return confirm(id!, fields, key, response)
        if (isPost && verb === 'cancel') return gateway.cancel(id!, text(fields.cancellation_reason))
        if (isPost) return gateway.updateIntent(id!, fields)
        if (id !== undefined) return gateway.expanded(gateway.intent(id).object, list(fields.expand))
        return listOf(
          [...store.intents.values()].map((intent) => intent.object),
          fields,
          '/v1/payment_intents',
        )
      case 'payment_methods':
        if (isPost && id === undefined) return gateway.wallet.create(fields)
        if (isPost && verb === 'attach') return gateway.wallet.attach(id!, text(fields.customer) ?? '')
        if (isPost && verb === 'detach') return gateway.wallet.detach(id!)
        return gateway.wallet.find(id ?? '').object
      case 'customers':
        if (isPost && id === undefined) return gateway.wallet.createCustomer(fields)
        return verb === 'payment_methods'
          ? listOf(gateway.wallet.methodsOf(id!), fields, `/v1/customers/${id}/payment_methods`)
          : gateway.wallet.customer(id ?? '')
      case 'setup_intents':
        if (isPost && id === undefined) return gateway.setups.expanded(await gateway.setups.create(fields), list(fields.expand))
        if (isPost && verb === 'confirm') return gateway.setups.expanded(await gateway.setups.confirm(id!, fields), list(fields.expand))
        if (isPost && verb === 'cancel') return gateway.setups.cancel(id!)
        return gateway.setups.expanded(gateway.setups.find(id ?? '').object, list(fields.expand))
      case 'refunds':
        if (isPost) return refund(fields, response)
        return id === undefined ? listOf(gateway.refunds(fields), fields, '/v1/refunds') : found(store.refunds.get(id), 'refund', id)
      case 'disputes':
        return id === undefined ? listOf(gateway.disputes(fields), fields, '/v1/disputes') : found(store.disputes.get(id), 'dispute', id)
      case 'charges':
        return found(store.charges.get(id ?? ''), 'charge', id ?? '')
      case 'balance_transactions':
        return found(store.balances.get(id ?? ''), 'balance_transaction', id ?? '')
      case 'events':
        return id === undefined ? listOf([...store.events.values()], fields, '/v1/events') : found(store.events.get(id), 'event', id)
      default:
        throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: /v1/${path.join('/')})` })
    }
  }

  async function admin(method: string, path: string[], fields: FormFields): Promise<unknown> {
    const [noun, id] = path
    if (method === 'GET' && noun === 'charges') return { data: [...store.truth.values()] }
    if (method !== 'POST') throw missing('page', noun ?? '')
    switch (noun) {
      case 'faults':
        if (!options.faults) throw new Refusal(403, { message: 'Faults are switched off' })
        armed.push({ match: text(fields.match) ?? 'next_confirm', fault: text(fields.fault) ?? '', count: Number(text(fields.count) ?? '1') })
        return { armed }
      // How long the bank thinks over each call; for measurements.
      case 'latency':
        latencyMs = Number(text(fields.ms) ?? '0')
        return { latencyMs }
      case 'clock':
        clockOffset += Number(text(fields.advance_seconds) ?? '0')
        return { now: now(), settled: await gateway.settlePending() }
      case 'disputes':
        return id === undefined ? gateway.openDispute(text(fields.charge) ?? '') : gateway.closeDispute(id, text(fields.status) === 'won' ? 'won' : 'lost')
      case 'reset':
        store.clear()
        keys.clear()
        return { cleared: true }
      default:
        throw missing('page', noun ?? '')
    }
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const [pathname = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s, 2)
    const method = request.method ?? 'GET'
    const [area, ...path] = pathname.split('/').filter(Boolean)
    const raw = method === 'GET' ? search : await bodyOf(request)
    if (area !== 'v1' && area !== 'admin') return page(method, area, path, new URLSearchParams(search), response)
    const authorization = request.headers.authorization
    const isPublicCall = authorization === publicBearer && area === 'v1' && method === 'POST' && path[0] === 'payment_methods' && path.length === 1
    if (authorization !== bearer && !isPublicCall)
      return send(response, 401, JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }))
    if (latencyMs > 0 && area === 'v1') await sleep(latencyMs)
    const fields = request.headers['content-type']?.startsWith('application/json') ? (JSON.parse(raw || '{}') as FormFields) : parseForm(raw)
    const key = method === 'POST' ? (request.headers['idempotency-key'] ?? null) : null
    if (typeof key === 'string')
      return once(key, `${pathname}|${raw}`, response, () => (area === 'v1' ? api(method, path, fields, key, response) : admin(method, path, fields)))
    const answered = await run(() => (area === 'v1' ? api(method, path, fields, null, response) : admin(method, path, fields)))
    if (answered) send(response, answered.status, answered.body)
  }

  /** Stripe's idempotency: the first answer is repeated, another request under the same key is an error, one under way a conflict. */
  async function once(key: string, asked: string, response: http.ServerResponse, work: () => Promise<unknown>): Promise<void> {
    const fingerprint = hash('sha256', asked, 'base64url')
    const kept = keys.get(key)
    if (kept) {
      if (kept.fingerprint !== fingerprint)
        return send(
          response,
          400,
          JSON.stringify({
            error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.' },
          }),
        )
      if (!kept.answered)
        return send(
          response,
          409,
          JSON.stringify({
            error: {
              type: 'invalid_request_error',
              code: 'idempotency_key_in_use',
              message: 'There is currently another in-progress request using this Idempotent Key.',
            },
          }),
        )
      return send(response, kept.answered.status, kept.answered.body, { 'idempotent-replayed': 'true' })
    }
    const entry: Kept = { fingerprint }
    keys.set(key, entry)
    if (keys.size > keptKeysMax) keys.delete(keys.keys().next().value!)
    const answered = await run(work)
    if (!answered) return
    // What was refused for its form, or lost before anything happened, leaves the key free.
    if (answered.status === 400 || answered.status === 404 || answered.status === 429 || answered.status === 401) keys.delete(key)
    else entry.answered = answered
    send(response, answered.status, answered.body)
  }

  async function run(work: () => Promise<unknown>): Promise<Answered | undefined> {
    try {
      const result = await work()
      return result === undefined ? undefined : { status: 200, body: JSON.stringify(result) }
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: JSON.stringify({ error: error.body }) }
      console.error(error)
      return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'The sandbox has a fault of its own' } }) }
    }
  }

  async function page(method: string, area: string | undefined, path: string[], query: URLSearchParams, response: http.ServerResponse): Promise<void> {
    if (area === undefined && method === 'GET') return sendPage(response, indexPage(), [])
    if (area === 'livez') return send(response, 200, '{"ok":true}')
    if (area === 'elements' && path[0] === 'card' && method === 'GET') {
      const parent = query.get('origin') ?? ''
      if (!options.allowedOrigins.includes(parent)) return send(response, 403, JSON.stringify({ error: { message: 'This page may not show card fields' } }))
      return sendPage(
        response,
        cardPage({
          parent,
          publishableKey: options.publishableKey,
          locale: query.get('locale') === 'ar' ? 'ar' : 'en',
          theme: query.get('theme'),
        }),
        options.allowedOrigins,
      )
    }
    if (area === '3ds' && path[0]) {
      const challenge = store.challenges.get(path[0])
      const subject = challenge && (challenge.kind === 'intent' ? store.intents.get(challenge.id) : store.setups.get(challenge.id))
      if (!subject) return send(response, 404, JSON.stringify({ error: { message: 'This question is no longer open' } }))
      const locale = query.get('locale') === 'ar' ? 'ar' : 'en'
      if (method === 'GET') {
        const isOpen = subject.challengeId === path[0] && subject.object.status === 'requires_action'
        if (!isOpen)
          return sendPage(
            response,
            challengeDonePage({ outcome: 'gone', parents: options.allowedOrigins, returnUrl: subject.returnUrl, locale }),
            options.allowedOrigins,
          )
        const amount = 'amount' in subject.object ? { minor: subject.object.amount, currency: subject.object.currency } : undefined
        return sendPage(response, challengePage({ id: path[0], amount, description: subject.object.description ?? '', locale }), options.allowedOrigins)
      }
      const outcome = await gateway.answerChallenge(path[0], path[1] === 'approve')
      return sendPage(response, challengeDonePage({ outcome, parents: options.allowedOrigins, returnUrl: subject.returnUrl, locale }), options.allowedOrigins)
    }
    return send(response, 404, JSON.stringify({ error: { message: 'Not found' } }))
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) send(response, 500, JSON.stringify({ error: { type: 'api_error', message: 'The sandbox has a fault of its own' } }))
    })
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  return {
    url: origin,
    port,
    gateway,
    stop: async () => {
      webhooks.stop()
      store.flush()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function bodyOf(request: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
      if (body.length > bodyBytesMax) request.destroy(new Error('the body is too large'))
    })
    request.on('end', () => resolve(body))
    request.on('error', reject)
  })
}

function send(response: http.ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  if (response.destroyed || response.writableEnded) return
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

function sendPage(response: http.ServerResponse, { html, nonce }: { html: string; nonce: string }, parents: readonly string[]): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${parents.length > 0 ? parents.join(' ') : "'none'"}`,
  })
  response.end(html)
}

const found = <T>(object: T | undefined, kind: string, id: string): T => {
  if (object === undefined) throw missing(kind, id)
  return object
}

/** Newest first, `limit` at a time, after `starting_after`, made since `created[gte]`. */
function listOf(objects: readonly { readonly id: string; readonly created: number }[], fields: FormFields, url: string): unknown {
  const limit = Math.min(Number(text(fields.limit) ?? '10') || 10, 100)
  const created = fields.created
  const since = typeof created === 'object' && !Array.isArray(created) ? Number(text(created.gte) ?? '0') : 0
  const newest = objects.filter((object) => object.created >= since).toReversed()
  const after = text(fields.starting_after)
  const from = after === undefined ? 0 : newest.findIndex((object) => object.id === after) + 1
  if (after !== undefined && from === 0) throw invalid(`No such object: '${after}'`, 'starting_after')
  return { object: 'list', url, has_more: newest.length > from + limit, data: newest.slice(from, from + limit) }
}
