import { needsTaxAddress } from '#modules/money/giving/rules/donation.ts'
import { useText } from '#web/lib/text.tsx'
import { AddressChoice } from '#web/features/platform/addresses/address-choice.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { FormProps } from '../form-controls.ts'
import { dropHiddenFields } from '../state/checkout-quote.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { TaxChoice } from './tax-choice.tsx'

type Props = FormProps & { readonly checkoutData: CheckoutData; readonly addressData: AddressData }

/** Gift Aid and tax receipt options with the home address they require, for baskets and plans. */
export function TaxBlock({ checkoutData, addressData, ...props }: Props) {
  const t = useText()
  const { form, set, errorOf, onBlur } = props
  return (
    <>
      <TaxChoice {...props} checkoutData={checkoutData} />
      {needsTaxAddress(checkoutData, form) ? (
        <fieldset className="stack">
          <legend className="label">{t('give.tax-address')}</legend>
          <AddressChoice
            addressData={addressData}
            group="taxAddress"
            kind="tax"
            allowedCountries={form.giftAid ? undefined : checkoutData.taxReceiptCountries}
            address={form.taxAddress}
            other={dropHiddenFields(form, checkoutData).shippingAddress}
            onChange={(value) => set({ field: 'taxAddress', value })}
            errorOf={errorOf}
            onBlur={onBlur}
          />
        </fieldset>
      ) : null}
    </>
  )
}
