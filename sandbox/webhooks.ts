import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { Agent, request } from 'undici'
import type { Store } from './store.ts'

/** Delivery faults of webhooks (payments-21). */
export type Delivery = 'normal' | 'five-times' | 'shuffled' | 'at-once' | 'never'
export type Endpoint = {
  readonly url: string
  /** Host header, if the URL has another: production refuses hosts other than its own. */
  readonly host?: string | undefined
  readonly secret: string
  readonly kinds?: readonly string[] | undefined
}

const retriesMs = [200, 1000, 3000, 10_000] as const

const signatureOf = (secret: string, body: string, timestamp: number): string =>
  `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/**
 * Sends webhooks as providers do: delayed, depending on the fault several times or in any order, and again after a
 * failed delivery.
 */
export class Webhooks {
  readonly #endpoint: Endpoint | undefined
  readonly #store: Store
  readonly #now: () => number
  readonly #agent = new Agent({ connections: 64 })
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(store: Store, endpoint: Endpoint | undefined, now: () => number) {
    this.#store = store
    this.#endpoint = endpoint
    this.#now = now
  }

  /**
   * Records an event of a subscribed kind and sends it shortly after. `at-once` resolves after its delivery.
   */
  async tell(type: string, object: unknown, delivery: Delivery = 'normal'): Promise<void> {
    const { kinds } = this.#endpoint ?? {}
    // Events of kinds that the endpoint doesn't subscribe to aren't stored.
    if (kinds && !kinds.includes(type)) return
    const event = {
      id: this.#store.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.#now(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object },
    } as unknown as Stripe.Event
    const body = JSON.stringify(event)
    this.#store.save('event', event.id, event, body)
    if (!this.#endpoint || delivery === 'never') return
    if (delivery === 'at-once') return this.#send(body, 0)
    const times = delivery === 'five-times' ? 5 : 1
    for (let time = 0; time < times; time++)
      this.#later(body, delivery === 'shuffled' ? Math.random() * 400 : 20 + time * 15, 0)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    void this.#agent.destroy()
  }

  #later(body: string, ms: number, tries: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#send(body, tries)
    }, ms)
    this.#timers.add(timer)
  }

  async #send(body: string, tries: number): Promise<void> {
    if (!this.#endpoint) return
    if (await this.#isHeard(this.#endpoint, body)) return
    const wait = retriesMs[tries]
    if (wait !== undefined && !this.#agent.destroyed) this.#later(body, wait, tries + 1)
  }

  async #isHeard({ url, host, secret }: Endpoint, body: string): Promise<boolean> {
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.#agent,
        headersTimeout: 5000,
        headers: {
          ...(host === undefined ? {} : { host }),
          'content-type': 'application/json',
          'stripe-signature': signatureOf(secret, body, this.#now()),
        },
        body,
      })
      await answer.body.dump()
      return answer.statusCode === 200
    } catch {
      // The receiver is unavailable or disconnected, so the webhook is sent again later.
      return false
    }
  }
}
