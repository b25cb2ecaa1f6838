import { hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type Stripe from 'stripe'

/** Stored data of a payment method. The number isn't stored. */
export type Method = {
  readonly object: Stripe.PaymentMethod
  readonly behaviour: string
  isSetUp?: boolean
  isDetached?: boolean
}
/** A confirmation token of a wallet sheet; `methodId` is its card, which the token doesn't reveal. */
export type Confirmation = { object: Stripe.ConfirmationToken; readonly methodId: string }

/** A payment intent with internal data of the provider. */
export type Intent = {
  object: Stripe.PaymentIntent
  behaviour?: string
  challengeId?: string
  returnUrl?: string
  faultSpent?: boolean
}
export type Setup = { object: Stripe.SetupIntent; behaviour?: string; challengeId?: string; returnUrl?: string }
/** A completed charge. Fault tests compare these with the product's ledger. */
export type CompletedCharge = {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  /** Refunds, and open or lost disputes. */
  refunded: number
  /** Dispute fees by currency. */
  readonly dispute_fees?: Readonly<Record<string, number>>
  readonly created: number
  readonly idempotency_key: string | null
  readonly metadata: Record<string, string>
}

/** Deletes the oldest entry of a map. */
export function deleteOldest(entries: Map<string, unknown>): void {
  for (const key of entries.keys()) {
    entries.delete(key)
    return
  }
}

type Kind =
  | 'method'
  | 'confirmation'
  | 'customer'
  | 'intent'
  | 'setup'
  | 'charge'
  | 'balance'
  | 'refund'
  | 'dispute'
  | 'warning'
  | 'review'
  | 'event'
  | 'truth'
const eventsKept = 20_000

/** The gateway's data in memory, with an append-only journal from which a restart restores it. */
export class Store {
  readonly methods = new Map<string, Method>()
  readonly confirmations = new Map<string, Confirmation>()
  readonly customers = new Map<string, Stripe.Customer>()
  readonly intents = new Map<string, Intent>()
  readonly setups = new Map<string, Setup>()
  readonly charges = new Map<string, Stripe.Charge>()
  readonly balances = new Map<string, Stripe.BalanceTransaction>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly disputes = new Map<string, Stripe.Dispute>()
  readonly warnings = new Map<string, Stripe.Radar.EarlyFraudWarning>()
  readonly reviews = new Map<string, Stripe.Review>()
  readonly events = new Map<string, Stripe.Event>()
  readonly truth = new Map<string, CompletedCharge>()
  readonly challenges = new Map<string, { kind: 'intent' | 'setup'; id: string }>()
  #counter = 0
  #queue: string[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #file: string | undefined
  readonly #seed: string

  constructor(folder: string | undefined, seed: string) {
    this.#seed = seed
    if (folder === undefined) return
    fs.mkdirSync(folder, { recursive: true })
    this.#file = path.join(folder, 'journal.jsonl')
    if (fs.existsSync(this.#file))
      for (const line of fs.readFileSync(this.#file, 'utf8').split('\n')) if (line !== '') this.#replay(line)
  }

  /** Creates an id. The same seed and order of events create the same ids. */
  newId(prefix: string, length = 24): string {
    this.#counter += 1
    return `${prefix}_${hash('sha256', `${this.#seed}|${this.#counter}`, 'base64url').replace(/[-_]/g, 'x').slice(0, length)}`
  }

  /** Appends an entry to the journal. `json`: the value as JSON, if the caller already has it. */
  save(kind: Kind, id: string, value: unknown, json?: string): void {
    this.#put(kind, id, value)
    if (this.#file === undefined) return
    this.#queue.push(
      `{"n":${this.#counter},"kind":"${kind}","id":${JSON.stringify(id)},"value":${json ?? JSON.stringify(value)}}`,
    )
    this.#timer ??= setTimeout(() => this.flush(), 4)
  }

  /** Writes pending entries; also called when the gateway stops. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#file === undefined || this.#queue.length === 0) return
    const lines = `${this.#queue.join('\n')}\n`
    this.#queue = []
    fs.appendFileSync(this.#file, lines)
  }

  clear(): void {
    for (const map of [
      this.methods,
      this.confirmations,
      this.customers,
      this.intents,
      this.setups,
      this.charges,
      this.balances,
      this.refunds,
      this.disputes,
      this.warnings,
      this.reviews,
      this.events,
      this.truth,
      this.challenges,
    ])
      map.clear()
    this.#queue = []
    if (this.#file !== undefined) fs.rmSync(this.#file, { force: true })
  }

  #put(kind: Kind, id: string, value: unknown): void {
    const maps = {
      method: this.methods,
      confirmation: this.confirmations,
      customer: this.customers,
      intent: this.intents,
      setup: this.setups,
      charge: this.charges,
      balance: this.balances,
      refund: this.refunds,
      dispute: this.disputes,
      warning: this.warnings,
      review: this.reviews,
      event: this.events,
      truth: this.truth,
    }
    ;(maps[kind] as Map<string, unknown>).set(id, value)
    if (kind === 'event' && this.events.size > eventsKept) deleteOldest(this.events)
    if (kind === 'intent' || kind === 'setup') {
      const { challengeId } = value as Intent
      if (challengeId) this.challenges.set(challengeId, { kind, id })
    }
  }

  #replay(line: string): void {
    try {
      const { n, kind, id, value } = JSON.parse(line) as { n: number; kind: Kind; id: string; value: unknown }
      this.#put(kind, id, value)
      this.#counter = Math.max(this.#counter, n)
    } catch {
      // The last line may be incomplete if the process was killed during a write.
    }
  }
}
