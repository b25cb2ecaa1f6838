import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { toMajor } from '#shared/money.ts'
import { giftAidTextOf } from '#modules/money/giving/rules/gift-aid.ts'
import { noGoodsOrServices, type ReceiptedDonation, usStatement } from './official.ts'
import type { Regime } from './serial.ts'

/**
 * Returns the sentences that the law of the issuer's country requires for one donation, in the law's own language,
 * because a tax office accepts no translation. For donations with an official receipt or a Gift Aid declaration
 * (receipts-4).
 */
export function sentencesOf(
  issuer: { readonly name: string; readonly receiptRegime: Regime },
  receiptedDonation: ReceiptedDonation & {
    readonly benefitName?: string | null | undefined
    /** The day of a Gift Aid declaration that was made on another day than the donation, with a plan or later. */
    readonly declaredOn?: LocalDate | undefined
    readonly giftAidTextVersion?: string | null | undefined
  },
): string[] {
  switch (issuer.receiptRegime) {
    case 'us': {
      const { hasQuidProQuoDisclosure, isAcknowledgment } = usStatement(receiptedDonation)
      if (hasQuidProQuoDisclosure)
        return [
          'The amount of the contribution that is deductible for federal income tax purposes is limited to the excess of the money contributed ' +
            `over the value of the goods or services provided in return${receiptedDonation.benefitName ? ` (${receiptedDonation.benefitName})` : ''}, which is estimated in good faith at ${toMajor(receiptedDonation.benefit)} ${receiptedDonation.benefit.currency}.`,
        ]
      return isAcknowledgment ? [noGoodsOrServices] : []
    }
    case 'ca':
      return ['Official receipt for income tax purposes.', 'Canada Revenue Agency: canada.ca/charities-giving']
    case 'uk':
      return [
        `Gift Aid declaration ${receiptedDonation.declaredOn ? `of ${formatDay(receiptedDonation.declaredOn, 'en')} ` : ''}to ${issuer.name}: “${giftAidTextOf(receiptedDonation.giftAidTextVersion).text}”`,
      ]
    case 'plain':
      return []
  }
}

/** A Canadian charity must not issue a receipt that could be mistaken for an official one (receipts-6). */
export const notOfficial = 'This is not an official receipt for income tax purposes.'

/** Returns the sentence with the number of the replaced receipt (ITR 3501(4), receipts-3). */
export const replacementSentence = (number: string): string => `This receipt cancels and replaces receipt ${number}.`
