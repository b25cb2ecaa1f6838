import { Problem } from '#shared/problem.ts'
import type { CampaignForDonation } from '../queries/donation.ts'
import type { CampaignFrequency, CampaignPaymentMethod } from '../tables.ts'

/** The frequency and payment method of a donation or plan; missing properties aren't checked. */
type AskedWay = {
  readonly frequency?: CampaignFrequency
  /** A saved card and bank debit count as a card. */
  readonly method?: CampaignPaymentMethod | 'ach'
}

/**
 * Throws `frequency-not-offered` or `payment-method-not-offered` (400) if a hosted page doesn't accept the frequency or
 * payment method (pages-9).
 */
export function assertOffered(
  { frequencies, paymentMethods }: Pick<CampaignForDonation, 'frequencies' | 'paymentMethods'>,
  { frequency, method }: AskedWay,
): void {
  if (frequency !== undefined && frequencies && !frequencies.includes(frequency))
    throw refusal('frequency', 'frequency-not-offered')
  if (method !== undefined && paymentMethods && !paymentMethods.includes(method === 'ach' ? 'card' : method))
    throw refusal('paymentMethod', 'payment-method-not-offered')
}

const refusal = (field: string, code: string) => new Problem('validation', code, { fields: { [field]: { code } } })
