import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './errors.ts'
import type { Store } from './store.ts'
import type { Delivery } from './webhooks.ts'

export type FaultsOptions = { readonly store: Store; readonly isOn: boolean; readonly holdMs: number }
type Armed = { match: string; fault: string; count: number }

const deliveries: Readonly<Record<string, Delivery>> = {
  flt_dup_webhook_x5: 'five-times',
  flt_webhooks_shuffled: 'shuffled',
  flt_webhook_before_response: 'at-once',
  flt_webhook_never: 'never',
}

/** Returns how the webhooks of a call with this fault are delivered. */
export const deliveryOf = (fault: string | undefined): Delivery => deliveries[fault ?? ''] ?? 'normal'

/** Injected faults of calls and webhooks. */
export class Faults {
  readonly isOn: boolean
  readonly #store: Store
  readonly #holdMs: number
  readonly #armed: Armed[] = []

  constructor({ store, isOn, holdMs }: FaultsOptions) {
    this.isOn = isOn
    this.#store = store
    this.#holdMs = holdMs
  }

  /** Adds a fault for the next `count` calls of a kind, and returns all pending ones. */
  arm(fault: Armed): readonly Armed[] {
    this.#armed.push(fault)
    return this.#armed
  }

  /** Returns the fault of this call: from the intent's metadata, once, or from `/admin/faults`. */
  due(step: 'create' | 'confirm' | 'refund', id?: string): string | undefined {
    if (!this.isOn) return undefined
    const intent = id ? this.#store.intents.get(id) : undefined
    if (intent && !intent.faultSpent && intent.object.metadata.sandbox_fault) {
      intent.faultSpent = true
      return intent.object.metadata.sandbox_fault
    }
    const armed = this.#armed.find((armed) => armed.match === `next_${step}`)
    if (!armed) return undefined
    armed.count -= 1
    if (armed.count <= 0) this.#armed.splice(this.#armed.indexOf(armed), 1)
    return armed.fault
  }

  /** Faults of a creation only refuse it, because there is no intent yet to delay or abort. */
  rejectCreation(): void {
    const fault = this.due('create')
    if (fault === 'flt_429') throw new Refusal(429, { type: 'rate_limit_error', message: 'Too many requests' })
    if (fault === 'flt_503') throw new Refusal(503, { type: 'api_error', message: 'The service is unavailable' })
    if (fault) throw new Refusal(500, { type: 'api_error', message: 'Something went wrong on our end' })
  }

  /** Runs a call with a fault around it. */
  async around(
    fault: string | undefined,
    response: http.ServerResponse,
    ask: () => Promise<unknown>,
  ): Promise<unknown> {
    switch (fault) {
      case 'flt_429':
        throw new Refusal(429, { type: 'rate_limit_error', message: 'Too many requests' })
      case 'flt_timeout_before_charge':
        await sleep(this.#holdMs)
        throw new Refusal(500, { type: 'api_error', message: 'The request was lost' })
      case 'flt_slow_30s':
        await sleep(this.#holdMs)
        return ask()
      case 'flt_timeout_after_charge': {
        const charged = await ask()
        await sleep(this.#holdMs)
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
}
