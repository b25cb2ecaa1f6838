import type Stripe from 'stripe'
import { assertChargeableAmount } from './amounts.ts'
import { behaviours, type Behaviour, type BehaviourName } from './cards.ts'
import { requireFound, invalid, resourceMissing, Refusal } from './errors.ts'
import { type FormFields, textValues, text } from './form.ts'
import type { Store } from './store.ts'
import type { Delivery, Webhooks } from './webhooks.ts'

export type ReversalsOptions = { readonly store: Store; readonly webhooks: Webhooks; readonly now: () => number }

/** The fee of a dispute regardless of its outcome, in minor units. */
const disputeFee = 1500

/**
 * Settlement of a dispute with the merchant, in the currency of the merchant's account, which can differ from the
 * charge's.
 */
export type DisputeTerms = {
  readonly settledIn?: { readonly currency: string; readonly amount: number; readonly fee: number } | undefined
  /** Whether the fee is also returned for a won dispute. */
  readonly feeRefunded?: boolean | undefined
}

const refusedRefund = (code: string, message: string) =>
  new Refusal(400, { type: 'invalid_request_error', code, message })

/** Refunds by the merchant, and disputes by the donor's bank. */
export class Reversals {
  readonly #store: Store
  readonly #webhooks: Webhooks
  readonly #now: () => number

  constructor({ store, webhooks, now }: ReversalsOptions) {
    this.#store = store
    this.#webhooks = webhooks
    this.#now = now
  }

  /**
   * Refunds the rest or a part of a charge, at once or, depending on the test card, later.
   */
  async refund(fields: FormFields, delivery: Delivery = 'normal'): Promise<Stripe.Refund> {
    const intentId = text(fields.payment_intent)
    const chargeId = text(fields.charge) ?? (intentId ? this.#chargeOf(intentId) : null)
    const charge = chargeId ? this.#store.charges.get(chargeId) : undefined
    if (!charge) throw resourceMissing('charge', chargeId ?? '')
    const remaining = charge.amount - charge.amount_refunded
    const amount = fields.amount === undefined ? remaining : Number(text(fields.amount))
    if (this.#isTaken(charge.id))
      throw refusedRefund('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
    if (remaining === 0)
      throw refusedRefund('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw invalid('amount must be a positive whole number', 'amount', 'parameter_invalid_integer')
    assertChargeableAmount(amount, charge.currency)
    if (amount > remaining) throw invalid(`Refund amount is greater than unrefunded amount on charge`, 'amount')
    const method = this.#store.methods.get(charge.payment_method as string)
    const how = method ? (behaviours[method.behaviour as BehaviourName] as Behaviour).refund : undefined
    const refund = {
      id: this.#store.newId('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      created: this.#now(),
      // A refund that fails later succeeds first, as with Stripe's test card.
      status: how === 'succeeds-later' ? 'pending' : 'succeeded',
      reason: text(fields.reason) ?? null,
      metadata: textValues(fields.metadata),
      balance_transaction: null,
    } as unknown as Stripe.Refund
    this.#store.save('refund', refund.id, refund)
    this.#countRefund(charge, amount)
    await this.#webhooks.tell('refund.created', refund, delivery)
    await this.#webhooks.tell(
      'charge.refunded',
      this.#store.charges.get(charge.id),
      delivery === 'at-once' ? 'normal' : delivery,
    )
    if (how) setTimeout(() => void this.#endRefund(refund, how), 300)
    return refund
  }

  /** Returns refunds in the order of their creation, optionally of one charge or payment intent. */
  refunds(fields: FormFields): Stripe.Refund[] {
    const [intentId, chargeId] = [text(fields.payment_intent), text(fields.charge)]
    return [...this.#store.refunds.values()].filter(
      (refund) =>
        (intentId === undefined || refund.payment_intent === intentId) &&
        (chargeId === undefined || refund.charge === chargeId),
    )
  }

  /** Returns disputes in the order of their creation, optionally of one payment intent. */
  disputes(fields: FormFields): Stripe.Dispute[] {
    const intentId = text(fields.payment_intent)
    return [...this.#store.disputes.values()].filter(
      (dispute) => intentId === undefined || dispute.payment_intent === intentId,
    )
  }

  /** Returns whether a dispute is open or lost; after a won dispute the merchant can refund the charge. */
  #isTaken(chargeId: string): boolean {
    return [...this.#store.disputes.values()].some((dispute) => dispute.charge === chargeId && dispute.status !== 'won')
  }

  #countRefund(charge: Stripe.Charge, amount: number): void {
    const refunded = charge.amount_refunded + amount
    this.#store.save('charge', charge.id, {
      ...charge,
      amount_refunded: refunded,
      refunded: refunded === charge.amount,
    })
    this.#takeBack(charge.id, amount)
  }

  #takeBack(chargeId: string, amount: number): void {
    const truth = this.#store.truth.get(chargeId)
    if (truth) this.#store.save('truth', chargeId, { ...truth, refunded: truth.refunded + amount })
  }

  async #endRefund(refund: Stripe.Refund, how: 'fails-later' | 'succeeds-later'): Promise<void> {
    const ended = {
      ...refund,
      status: how === 'fails-later' ? 'failed' : 'succeeded',
      ...(how === 'fails-later' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    } as Stripe.Refund
    this.#store.save('refund', refund.id, ended)
    if (how === 'fails-later')
      this.#countRefund(
        requireFound(this.#store.charges.get(refund.charge as string), 'charge', refund.charge as string),
        -refund.amount,
      )
    await this.#webhooks.tell(how === 'fails-later' ? 'refund.failed' : 'refund.updated', ended)
  }

  async openDispute(chargeId: string, { settledIn }: DisputeTerms = {}): Promise<Stripe.Dispute> {
    const charge = this.#store.charges.get(chargeId)
    if (!charge) throw resourceMissing('charge', chargeId)
    const amount = charge.amount - charge.amount_refunded
    const { currency, amount: taken, fee } = settledIn ?? { currency: charge.currency, amount, fee: disputeFee }
    const id = this.#store.newId('dp')
    const dispute = {
      id,
      object: 'dispute',
      amount,
      currency: charge.currency,
      charge: chargeId,
      payment_intent: charge.payment_intent,
      created: this.#now(),
      status: 'needs_response',
      reason: 'fraudulent',
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      balance_transactions: [this.#moved(id, { currency, amount: -taken, fee, category: 'dispute' })],
      evidence: {},
      evidence_details: { due_by: this.#now() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
    } as unknown as Stripe.Dispute
    this.#store.save('dispute', dispute.id, dispute)
    this.#store.save('charge', chargeId, { ...charge, disputed: true })
    this.#takeBack(chargeId, amount)
    this.#takeFee(chargeId, currency, fee)
    await this.#webhooks.tell('charge.dispute.created', dispute)
    await this.#webhooks.tell('charge.dispute.funds_withdrawn', dispute)
    return dispute
  }

  /** Records that the merchant has submitted evidence. */
  async answerDispute(id: string): Promise<Stripe.Dispute> {
    const dispute = this.#store.disputes.get(id)
    if (!dispute) throw resourceMissing('dispute', id)
    const answered: Stripe.Dispute = {
      ...dispute,
      status: 'under_review',
      evidence_details: {
        ...dispute.evidence_details,
        has_evidence: true,
        submission_count: dispute.evidence_details.submission_count + 1,
      },
    }
    this.#store.save('dispute', id, answered)
    await this.#webhooks.tell('charge.dispute.updated', answered)
    return answered
  }

  /** Decides a dispute. A later call can turn a lost dispute into a won one. */
  async closeDispute(
    id: string,
    status: 'won' | 'lost',
    { feeRefunded = false }: DisputeTerms = {},
  ): Promise<Stripe.Dispute> {
    const dispute = this.#store.disputes.get(id)
    if (!dispute) throw resourceMissing('dispute', id)
    const [withdrawn] = dispute.balance_transactions
    const isNewlyWon = status === 'won' && dispute.status !== 'won'
    if (!withdrawn) throw resourceMissing('balance_transaction', id)
    const { currency } = withdrawn
    const fee = feeRefunded ? -withdrawn.fee : 0
    const closed = {
      ...dispute,
      status,
      ...(isNewlyWon
        ? {
            balance_transactions: [
              withdrawn,
              this.#moved(id, { currency, amount: -withdrawn.amount, fee, category: 'dispute_reversal' }),
            ],
          }
        : {}),
    } as Stripe.Dispute
    this.#store.save('dispute', id, closed)
    if (isNewlyWon) {
      this.#takeBack(dispute.charge as string, -dispute.amount)
      this.#takeFee(dispute.charge as string, currency, fee)
    }
    await this.#webhooks.tell('charge.dispute.closed', closed)
    if (isNewlyWon) await this.#webhooks.tell('charge.dispute.funds_reinstated', closed)
    return closed
  }

  #moved(
    source: string,
    { currency, amount, fee, category }: { currency: string; amount: number; fee: number; category: string },
  ): Stripe.BalanceTransaction {
    return {
      id: this.#store.newId('txn'),
      object: 'balance_transaction',
      amount,
      currency,
      fee,
      net: amount - fee,
      source,
      type: 'adjustment',
      reporting_category: category,
    } as Stripe.BalanceTransaction
  }

  #takeFee(chargeId: string, currency: string, fee: number): void {
    const truth = this.#store.truth.get(chargeId)
    if (!truth || fee === 0) return
    const taken = truth.dispute_fees ?? {}
    this.#store.save('truth', chargeId, {
      ...truth,
      dispute_fees: { ...taken, [currency]: (taken[currency] ?? 0) + fee },
    })
  }

  #chargeOf(intentId: string): string | null {
    const intent = this.#store.intents.get(intentId)
    if (!intent) throw resourceMissing('payment_intent', intentId)
    return intent.object.latest_charge as string | null
  }
}
