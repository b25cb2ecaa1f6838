/**
 * A bank in the same process, for speed: it keeps its own truth, honours idempotency keys as a provider does, and
 * sometimes does not answer, before or after it has charged.
 */
import type { Lookup, PaymentProvider } from '#modules/money/payments/index.ts'
import type { Outcome } from '#modules/money/payments/rules/attempt.ts'
import { declineClassOf } from '#modules/money/payments/rules/declines.ts'
import { seededRandom } from './chance.ts'
import type { ChargeFate } from './fates.ts'

export type BankCharge = {
  readonly chargeId: string
  readonly intentId: string
  readonly subscriptionId: string
  readonly keys: readonly string[]
  readonly amount: bigint
  readonly at: number
}

type Intent = {
  readonly id: string
  readonly amount: bigint
  readonly currency: string
  readonly subscriptionId: string
  readonly keys: readonly string[]
  state: 'open' | 'cancelled' | Outcome
}

const codes: Readonly<Record<Exclude<ChargeFate, 'fine'>, string>> = {
  later: 'try_again_later',
  no: 'generic_decline',
  asks: 'authentication_required',
  stolen: 'stolen_card',
}

export type BankOptions = {
  readonly seed: number
  readonly now: () => number
  readonly fateOf: (subscriptionId: string, key: string) => ChargeFate
  /** How often it does not answer. */
  readonly silence: number
}

export function createBank({ seed, now, fateOf, silence }: BankOptions) {
  const roll = seededRandom(seed)
  const truth: BankCharge[] = []
  const intents = new Map<string, Intent>()
  const byKey = new Map<string, Intent>()
  const answers = new Map<string, Outcome>()
  const triesOf = new Map<string, number>()

  const cardOf = (subscriptionId: string) => ({
    brand: 'visa',
    last4: '4242',
    fingerprint: `plastic ${subscriptionId}`,
    country: 'GB',
  })

  function decide(intent: Intent): Outcome {
    const name = `${intent.subscriptionId} ${intent.keys[0]}`
    const tries = (triesOf.get(name) ?? 0) + 1
    triesOf.set(name, tries)
    const fate = fateOf(intent.subscriptionId, intent.keys[0]!)
    const card = cardOf(intent.subscriptionId)
    if (fate !== 'fine' && !(fate === 'later' && tries > 1))
      return { kind: 'declined', code: codes[fate], declineClass: declineClassOf(codes[fate]), card }
    const chargeId = `ch_${truth.length + 1}`
    const { id: intentId, subscriptionId, keys, amount, currency } = intent
    truth.push({ chargeId, intentId, subscriptionId, keys, amount, at: now() })
    return { kind: 'succeeded', chargeId, amount, currency, card }
  }

  const seen = (id: string): Lookup => {
    const intent = intents.get(id)
    if (!intent) return { kind: 'unreachable', reason: 'never made' }
    return intent.state === 'open'
      ? { kind: 'unconfirmed' }
      : intent.state === 'cancelled'
        ? { kind: 'cancelled' }
        : { kind: 'settled', outcome: intent.state }
  }
  const away = () => Promise.reject(new Error('this bank gives nothing back'))

  const gateway: PaymentProvider = {
    name: 'sandbox',
    movesMoney: false,
    publicConfiguration: {
      provider: 'sandbox',
      adapter: 'sandbox',
      publishableKey: 'pk',
      origin: 'http://127.0.0.1',
      wallets: [],
      hasBankDebits: false,
    },
    contentSources: { script: [], frame: [], connect: [], payment: [] },
    readWallet: async () => ({ kind: 'read', wallet: null }),
    readBankAccount: async () => ({ kind: 'read', fingerprint: null }),
    createIntent: async ({ key, amount, metadata }) => {
      if (roll() < silence) return { kind: 'unreachable', reason: 'no answer' }
      const known = byKey.get(key)
      if (known) return { kind: 'created', providerIntentId: known.id }
      const intent: Intent = {
        id: `pi_${intents.size + 1}`,
        amount: amount.amount,
        currency: amount.currency,
        subscriptionId: metadata.subscription ?? '',
        keys: (metadata.occurrences ?? '').split(' '),
        state: 'open',
      }
      intents.set(intent.id, intent)
      byKey.set(key, intent)
      return { kind: 'created', providerIntentId: intent.id }
    },
    setCustomer: async () => ({ kind: 'set' }),
    confirm: async ({ key, providerIntentId }) => {
      if (roll() < silence) return { kind: 'unknown', reason: 'no answer, and nothing was asked' }
      const intent = intents.get(providerIntentId)!
      if (intent.state === 'cancelled') return { kind: 'unknown', reason: 'cancelled before' }
      const answer = answers.get(key) ?? (intent.state === 'open' ? decide(intent) : intent.state)
      answers.set(key, answer)
      intent.state = answer
      return roll() < silence ? { kind: 'unknown', reason: 'no answer, though the bank was asked' } : answer
    },
    lookUp: async (id) => (roll() < silence ? { kind: 'unreachable', reason: 'no answer' } : seen(id)),
    cancel: async (id) => {
      const intent = intents.get(id)
      if (intent?.state === 'open') intent.state = 'cancelled'
      return seen(id)
    },
    chargesSince: async () => [],
    readWebhook: () => undefined,
    vault: {
      createCustomer: async ({ owner }) => ({
        kind: 'created',
        customerId: `cus_${'account' in owner ? owner.account : owner.plan}`,
      }),
      setUp: async ({ key, customerId }) => ({
        setupId: `seti_${key}`,
        state: {
          kind: 'saved',
          card: { ...cardOf(key), method: `pm_${key}`, customerId, expMonth: 12, expYear: 2060 },
        },
      }),
      lookUpSetup: async () => ({ kind: 'ended' }),
      cancelSetup: async () => undefined,
      readCard: async () => ({ kind: 'gone' }),
      methodsOf: async () => [],
      detach: async () => undefined,
    },
    refunds: { create: away, listForIntent: async () => [], listSince: async () => [] },
    warnings: { listForIntent: async () => [], listSince: async () => [] },
  }
  return { gateway, truth }
}
