import { createHash } from 'node:crypto'
import { giftAidHashInput, type GiftAidText, giftAidText } from '../rules/gift-aid.ts'
import type { Declared, GiftLine, GiftOrder } from './order.ts'
import type { DeclarationRow } from '../queries/insert-donations.ts'

/** A declaration in the words that were shown: kept with what it is made for, until a gift is paid under it. */
export const declaredBy = (ip: string, at: Date, text: GiftAidText = giftAidText): Declared => ({
  at: at.toISOString(),
  ip,
  textVersion: text.version,
  textHash: createHash('sha256').update(giftAidHashInput(text)).digest('hex'),
})

/**
 * The Gift Aid declaration a line carries, with the words that were shown and when (HMRC ch. 3; receipts-7): with its
 * plan, else with the press, whenever that was found to be paid.
 */
export function giftAidDeclaration(order: GiftOrder, line: GiftLine, pressedAt: Date): DeclarationRow[] {
  if (!line.giftAid || !line.taxAddress) return []
  const { at, ip, textVersion, textHash } = order.declared ?? declaredBy(order.donor.ip, pressedAt)
  return [
    {
      donationId: line.donationId,
      textVersion,
      textHash,
      firstName: line.taxAddress.firstName ?? '',
      lastName: line.taxAddress.lastName ?? '',
      address: line.taxAddress,
      at: new Date(at),
      ip,
    },
  ]
}
