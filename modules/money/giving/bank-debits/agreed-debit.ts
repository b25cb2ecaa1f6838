import { createHash } from 'node:crypto'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { type Currency, money } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import type { DonationLine, DonationOrder } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'
import {
  debitMandate,
  debitMandateHashInput,
  debitMandateVersion,
  type DebitTerms,
} from '../rules/bank-debits/bank-debit.ts'

type Terms = Omit<DebitTerms, 'on' | 'product' | 'contact'>

/** Returns the mandate text as the page shows it above the button. Its date is the current day in UTC. */
const mandateText = (
  ports: Pick<GivingPorts, 'clock' | 'productName' | 'contactEmail'>,
  { charity, amount }: Terms,
  locale: Locale,
): string =>
  debitMandate(
    {
      charity,
      amount,
      product: ports.productName,
      contact: ports.contactEmail,
      on: localDateIn('UTC', ports.clock()),
    },
    locale,
    textsOf('money/bank-debit', locale),
  )

/**
 * Returns the bank debit that the donor authorizes by clicking the button, and words of support that are published
 * after payment; empty for other payment methods.
 */
export function composeBankDebit(
  ports: Pick<GivingPorts, 'clock' | 'productName' | 'contactEmail'>,
  {
    paymentMethod,
    words,
    donor,
    campaign,
    line,
    currency,
    context,
  }: {
    readonly paymentMethod: string
    readonly words: string | undefined
    readonly donor: DonationOrder['donor']
    readonly campaign: CampaignForDonation
    readonly line: DonationLine
    readonly currency: Currency
    readonly context: Pick<RequestContext, 'userAgent'>
  },
): Pick<DonationOrder, 'bankDebit' | 'words'> {
  if (paymentMethod !== 'ach') return {}
  const locale = isLocale(donor.locale) ? donor.locale : 'en'
  const amount = money(BigInt(line.gift) + BigInt(line.tip) + BigInt(line.coveredFee), currency)
  const mandate = mandateText(ports, { charity: charityName(campaign, locale), amount }, locale)
  return {
    bankDebit: {
      version: debitMandateVersion,
      text: mandate,
      textHash: createHash('sha256').update(debitMandateHashInput(mandate, locale)).digest('hex'),
      at: ports.clock().toISOString(),
      userAgent: context.userAgent.slice(0, 500),
    },
    ...(words ? { words } : {}),
  }
}
