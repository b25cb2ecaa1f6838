/**
 * The provider's warning about a payment that it collected: the card's bank reports it as probably fraudulent, or the
 * provider asks for a review.
 */
export type PaymentWarning = {
  readonly kind: 'early-fraud-warning' | 'review'
  readonly warningId: string
  /** Empty if the charge has no payment intent, so it isn't ours. */
  readonly providerIntentId: string
  /** The provider's own code. */
  readonly reason: string
}

/** Warnings at the provider. Both calls throw if the provider is unavailable. */
export type WarningsApi = {
  listForIntent(providerIntentId: string): Promise<readonly PaymentWarning[]>
  /** Lists warnings that were created since an instant, to find missed webhooks. */
  listSince(since: Date): Promise<readonly PaymentWarning[]>
}
