import { createHash } from 'node:crypto'
import { giftAidHashInput, type GiftAidText, giftAidText } from '../rules/gift-aid.ts'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import type { Fault } from '#shared/problem.ts'
import { isSamePerson } from '#modules/platform/identity/rules/same-person.ts'
import type { Declared, DonationLine, DonationOrder } from './order.ts'
import { type DeclarationRow, isDeclared } from '../queries/insert-donations.ts'

/**
 * Creates a Gift Aid declaration with the text that was shown. The order stores it until a donation is paid under it.
 */
export const createDeclaration = (ip: string, instant: Date, text: GiftAidText = giftAidText): Declared => ({
  at: instant.toISOString(),
  ip,
  textVersion: text.version,
  textHash: createHash('sha256').update(giftAidHashInput(text)).digest('hex'),
})

/** Refuses a declaration by someone else than the donor, at the last name (gift-aid-5). */
export const checkDeclarer = (
  donor: DonationOrder['donor'],
  { giftAid, taxAddress }: { readonly giftAid: boolean; readonly taxAddress?: AddressDraft | null | undefined },
): Readonly<Record<string, Fault>> =>
  giftAid && taxAddress?.lastName && !isSamePerson(donor.name, taxAddress)
    ? { 'taxAddress.lastName': { code: 'gift-aid-other-person' } }
    : {}

/**
 * Returns the Gift Aid declaration of a line, with the text and time at which it was shown (HMRC ch. 3; receipts-7):
 * those of the plan if there is one, otherwise those of the request, even if it is paid later.
 */
export function giftAidDeclaration(order: DonationOrder, line: DonationLine, submittedAt: Date): DeclarationRow[] {
  if (!isDeclared(order, line) || !line.taxAddress) return []
  const { at, ip, textVersion, textHash } = order.declared ?? createDeclaration(order.donor.ip, submittedAt)
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
