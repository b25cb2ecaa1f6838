import { money } from '#shared/money.ts'
import type { DonationRequest } from '#modules/money/giving/rules/donation.ts'
import { feeOfFacts } from '#modules/money/giving/rules/fees/fee.ts'
import { type Quote, quoteDonation } from '#modules/money/giving/rules/quote.ts'
import { fieldsOf, withoutUnasked } from '../donor-form.ts'
import { bundleOf, levelOf, pieceOf, tipOfForm, wholeQuantity } from './checkout-amounts.ts'
import type { CheckoutFacts, Form } from './checkout-state.ts'

/** How it is paid: from a bank account only where one is offered. */
export const methodOf = (form: Form, { bankDebit }: CheckoutFacts): Form['method'] =>
  bankDebit && form.frequency === 'once' ? form.method : 'card'

/** What the gift costs, by the very rules the server charges by. */
export function quoteOf(form: Form, facts: CheckoutFacts): Quote {
  const level = levelOf(form, facts)
  const paymentMethod = methodOf(form, facts)
  const fee = (paymentMethod === 'ach' && facts.bankDebit?.fee) || facts.fee
  return quoteDonation(
    {
      campaignId: facts.campaignId,
      currency: facts.currency,
      fee: feeOfFacts(fee, facts.currency),
      zakatVariant: facts.zakatVariant,
      isZakatVerified: facts.zakatVerified,
      zakatEligibleBps: facts.zakatEligibleBps,
      zakatFees: facts.zakatFees,
    },
    {
      ...requestOf(form, facts),
      level: level && {
        id: level.id,
        amount: money(BigInt(level.amount), facts.currency),
        bundle: bundleOf(level, facts.currency),
      },
      paymentMethod,
    },
  )
}

/** Returns the form without what was typed into fields that are not shown: it is neither validated nor sent. */
export const dropHiddenFields = (form: Form, facts: CheckoutFacts): Form => withoutUnasked(form, levelOf(form, facts))

/** Returns the form's donation as the rules take it. */
export function requestOf(typed: Form, facts: CheckoutFacts): DonationRequest {
  const form = dropHiddenFields(typed, facts)
  const { isZakat, maximizeZakat, giftAid, taxReceipt } = form
  return {
    ...fieldsOf(form),
    amount: pieceOf(form, facts),
    tip: tipOfForm(form, facts),
    levelId: levelOf(form, facts)?.id,
    quantity: wholeQuantity(form),
    isZakat,
    maximizeZakat,
    giftAid,
    taxReceipt,
  }
}
