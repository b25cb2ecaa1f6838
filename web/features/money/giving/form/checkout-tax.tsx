import { lazy, Suspense, useState } from 'react'
import { isAddressStarted } from '#modules/platform/addresses/rules/address.ts'
import { useText } from '#web/lib/text.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import type { FormProps } from '../form-controls.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { TaxChoice } from './tax-choice.tsx'

/** Loaded only when the donor chooses to enter the address now; normally it is requested after the donation. */
const LoadedAddress = lazy(() =>
  import('#web/features/platform/addresses/loaded-address.tsx').then((module) => ({ default: module.LoadedAddress })),
)

/** Gift Aid and tax receipt options of the checkout, which requests no address (receipts-15). */
export function CheckoutTax({
  checkoutData,
  part,
  ...props
}: FormProps & { readonly checkoutData: CheckoutData; readonly part: 'giftAid' | 'taxReceipt' }) {
  const t = useText()
  const { form, set, errorOf, onBlur } = props
  const [isOpen, setOpen] = useState(isAddressStarted(form.taxAddress))
  const isCanadian = checkoutData.taxReceiptCountries.includes('CA')
  return (
    <TaxChoice
      {...props}
      part={part}
      checkoutData={checkoutData}
      receiptHint={isCanadian ? t('give.tax-receipt-later') : undefined}
      afterGiftAid={
        <details
          className="checkout-more no-script-hidden"
          open={isOpen || undefined}
          onToggle={(event) => setOpen(isOpen || event.currentTarget.open)}
        >
          <summary>{t('give.address-now')}</summary>
          {isOpen ? (
            <Suspense fallback={<Skeleton block="6.5rem" />}>
              <LoadedAddress
                group="taxAddress"
                kind="tax"
                startsWithPostcode
                address={form.taxAddress}
                onChange={(value) => set({ field: 'taxAddress', value })}
                errorOf={errorOf}
                onBlur={onBlur}
              />
            </Suspense>
          ) : (
            <p className="quiet small">{t('give.address-later')}</p>
          )}
        </details>
      }
    />
  )
}
