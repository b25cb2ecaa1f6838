import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, type Bench } from './admin.ts'
import { bodyOf, run, send } from './responses.ts'
import { api } from './api.ts'
import { Faults } from './faults.ts'
import { type FormFields, parseForm } from './form.ts'
import { Gateway } from './gateway.ts'
import { IdempotencyStore } from './idempotency.ts'
import type { SandboxOptions } from './options.ts'
import { handlePage } from './show.ts'
import { Store } from './store.ts'
import { Webhooks } from './webhooks.ts'

export type Sandbox = { readonly url: string; readonly port: number; readonly gateway: Gateway; stop(): Promise<void> }

/** Starts the gateway on 127.0.0.1, with its own origin, data and clock, like a separate company. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  let origin = ''
  const bench: Bench = {
    clockOffset: 0,
    latencyMs: 0,
    areWalletsOff: false,
    now: () => Math.floor(Date.now() / 1000) + bench.clockOffset,
  }
  const store = new Store(options.folder, options.seed ?? `${process.pid}-${Date.now()}`)
  const webhooks = new Webhooks(store, options.webhook, bench.now)
  const gateway = new Gateway({ store, webhooks, now: bench.now, origin: () => origin, salt: options.secretKey })
  const faults = new Faults({ store, isOn: options.faults ?? false, holdMs: options.holdMs ?? 12_000 })
  const idempotencyStore = new IdempotencyStore()
  const bearer = `Bearer ${options.secretKey}`
  const publicBearer = `Bearer ${options.publishableKey}`

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const [pathname = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s, 2)
    const method = request.method ?? 'GET'
    const [area, ...path] = pathname.split('/').filter(Boolean)
    const raw = method === 'GET' ? search : await bodyOf(request)
    if (area !== 'v1' && area !== 'admin')
      return handlePage(
        { gateway, options, bench },
        { method, area, path, query: new URLSearchParams(search), response },
      )
    const authorization = request.headers.authorization
    const isPublicCall =
      authorization === publicBearer &&
      area === 'v1' &&
      method === 'POST' &&
      (path[0] === 'payment_methods' || path[0] === 'confirmation_tokens') &&
      path.length === 1
    if (authorization !== bearer && !isPublicCall)
      return send(
        response,
        401,
        JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }),
      )
    if (bench.latencyMs > 0 && area === 'v1') await sleep(bench.latencyMs)
    const fields = request.headers['content-type']?.startsWith('application/json')
      ? (JSON.parse(raw || '{}') as FormFields)
      : parseForm(raw)
    const named = method === 'POST' ? request.headers['idempotency-key'] : undefined
    const key = typeof named === 'string' ? named : null
    const work = () =>
      area === 'v1'
        ? api({ gateway, faults }, { method, path, fields, key, response })
        : admin({ gateway, faults, idempotencyStore, bench }, { method, path, fields })
    if (key !== null) return idempotencyStore.once(key, `${pathname}|${raw}`, response, work)
    const answered = await run(work)
    if (answered) send(response, answered.status, answered.body)
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent)
        send(
          response,
          500,
          JSON.stringify({ error: { type: 'api_error', message: 'The sandbox has a fault of its own' } }),
        )
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
