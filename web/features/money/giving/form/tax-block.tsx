import { mayGiveAid, mayHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { giftAidOn, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { useText } from '../../../../lib/text.tsx'
import { Checkbox } from '../../../../ui/field.tsx'
import { AddressChoice } from '../../../platform/addresses/address-choice.tsx'
import type { AddressFacts } from '../../../platform/addresses/address-facts.ts'
import { dropHiddenFields } from '../state/checkout-quote.ts'
import type { CheckoutFacts } from '../state/checkout-state.ts'
import { giftOf } from '../state/checkout-amounts.ts'
import { controlsOf, type FormProps } from '../form-controls.ts'
import { useMoneyText } from './money-text.ts'

type Props = FormProps & {
  readonly facts: CheckoutFacts
  readonly addressFacts: AddressFacts
  /** Asked only where a gift is paid at once. */
  readonly asksToShare?: boolean
}

/** Gift Aid and tax receipts, where campaign and country have them (S1 §5), and the home address either needs. */
export function TaxBlock({ facts, addressFacts, asksToShare = false, ...of }: Props) {
  const t = useText()
  const show = useMoneyText()
  const { form, set, errorOf, onBlur } = of
  const { box } = controlsOf(of)
  const gift = giftOf(form, facts)
  // What was chosen in another country can be taken back in this one.
  const offersGiftAid = mayGiveAid(facts.country, facts) || form.giftAid
  const offersReceipt = mayHaveTaxReceipt(facts.country, facts) || form.taxReceipt
  return (
    <>
      {offersGiftAid ? (
        <Checkbox
          {...box('giftAid')}
          label={t('give.gift-aid')}
          hint={t('give.gift-aid-hint', {
            gift: show(gift, 'always'),
            boosted: show({ ...gift, amount: gift.amount + giftAidOn(gift).amount }, 'always'),
          })}
        />
      ) : null}
      {offersGiftAid && form.giftAid ? (
        <p className="notice small" lang="en" dir="ltr">
          {giftAidText.text}
        </p>
      ) : null}
      {errorOf('giftAid') ? <p className="error-text">{errorOf('giftAid')}</p> : null}
      {offersReceipt ? <Checkbox {...box('taxReceipt')} label={t('give.tax-receipt')} /> : null}
      {form.giftAid || form.taxReceipt ? (
        <fieldset className="stack">
          <legend className="label">{t('give.tax-address')}</legend>
          <AddressChoice
            facts={addressFacts}
            group="taxAddress"
            kind="tax"
            allowedCountries={form.giftAid ? undefined : facts.taxReceiptCountries}
            address={form.taxAddress}
            other={dropHiddenFields(form, facts).shippingAddress}
            onChange={(value) => set({ field: 'taxAddress', value })}
            errorOf={errorOf}
            onBlur={onBlur}
          />
          {asksToShare ? <Checkbox {...box('shareAddress')} label={t('give.share-address')} /> : null}
        </fieldset>
      ) : null}
    </>
  )
}
