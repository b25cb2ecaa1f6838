import { one } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { findOrders } from '#modules/money/payments/index.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import type { DonationOrder } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'

type TokenPorts = Pick<GivingPorts, 'tokenSecret' | 'clock'>

/** Equals the validity of other links in emails about one payment. */
const linkDays = 30

/** Signs the token for the form of a returned debit; it gives access to the form's texts only. */
export const returnedDebitToken = ({ tokenSecret, clock }: TokenPorts, intentId: string): string =>
  signToken(tokenSecret, 'returned-debit', intentId, new Date(clock().getTime() + linkDays * dayMs))

/**
 * Returns the texts that the donor of a returned debit had entered, to the holder of the token from its email
 * (payments-26).
 */
export async function readReturnedDebit(
  ports: TokenPorts & Pick<GivingPorts, 'db'>,
  input: { readonly intentId: string; readonly token: string },
) {
  const payload = verifyToken(ports.tokenSecret, input.token, ports.clock())
  if (payload?.kind !== 'returned-debit' || payload.subject !== input.intentId)
    throw new Problem('not-found', 'not-found')
  const [found] = await findOrders(ports.db, [input.intentId])
  const order = found?.order as DonationOrder | undefined
  // The order was erased with its donor.
  if (!order?.donor.email) throw new Problem('not-found', 'not-found')
  const { isAnonymous, customName, location, dedication } = one(order.lines)
  return { isAnonymous, customName, location, dedication, words: order.words ?? null }
}
