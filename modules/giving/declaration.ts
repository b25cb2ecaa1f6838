import { createHash } from 'node:crypto'
import { giftAidHashInput, giftAidText } from './rules/gift-aid.ts'
import type { GiftLine, GiftOrder } from './order.ts'
import type { DeclarationRow } from './queries.ts'

/** The Gift Aid declaration a line carries, with the words that were shown and when (HMRC ch. 3; trust.md 4.1). */
export function giftAidDeclaration(order: GiftOrder, line: GiftLine, at: Date): DeclarationRow[] {
  if (!line.giftAid || !line.taxAddress) return []
  return [
    {
      donationId: line.donationId,
      textVersion: giftAidText.version,
      textHash: createHash('sha256').update(giftAidHashInput).digest('hex'),
      firstName: line.taxAddress.firstName ?? '',
      lastName: line.taxAddress.lastName ?? '',
      address: line.taxAddress,
      at,
      ip: order.donor.ip,
    },
  ]
}
