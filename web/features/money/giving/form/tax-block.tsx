import { needsTaxAddress } from '#modules/money/giving/rules/donation.ts'
import { useText } from '../../../../lib/text.tsx'
import { AddressChoice } from '../../../platform/addresses/address-choice.tsx'
import type { AddressFacts } from '../../../platform/addresses/address-facts.ts'
import type { FormProps } from '../form-controls.ts'
import { dropHiddenFields } from '../state/checkout-quote.ts'
import type { CheckoutFacts } from '../state/checkout-state.ts'
import { TaxChoice } from './tax-choice.tsx'

type Props = FormProps & { readonly facts: CheckoutFacts; readonly addressFacts: AddressFacts }

/** Gift Aid and tax receipts with the home address that they need, where a gift is put into a basket or a plan begins. */
export function TaxBlock({ facts, addressFacts, ...of }: Props) {
  const t = useText()
  const { form, set, errorOf, onBlur } = of
  return (
    <>
      <TaxChoice {...of} facts={facts} />
      {needsTaxAddress(facts, form) ? (
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
        </fieldset>
      ) : null}
    </>
  )
}
