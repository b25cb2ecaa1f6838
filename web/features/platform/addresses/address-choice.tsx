import { lazy, Suspense } from 'react'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useControlId } from '#web/ui/labelled.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { unpackList } from './packed-list.ts'
import { AddressFields, type AddressFormProps, useIsHydrated } from './address-fields.tsx'

/** Lazy, because only signed-in donors have saved addresses. */
const AddressPicker = lazy(() => import('./address-picker.tsx').then((module) => ({ default: module.AddressPicker })))

/** The address of a donation: chosen from saved ones by signed-in donors, typed by others and without JavaScript. */
export function AddressChoice({
  allowedCountries,
  other,
  ...form
}: AddressFormProps & {
  readonly allowedCountries?: readonly string[] | undefined
  /** Another address on the same page, which can be copied instead of typed again (WCAG 3.3.7). */
  readonly other?: AddressDraft | undefined
}) {
  const t = useText()
  const groupId = useControlId(form.group)
  const isSignedIn = useFrame()?.viewer.isSignedIn ?? false
  const isAlive = useIsHydrated()
  if (!isSignedIn || !isAlive) {
    const { firstName, lastName, name, line1, postalCode } = form.address
    return (
      <>
        {other?.line1 && (other.line1 !== line1 || other.postalCode !== postalCode) ? (
          <div>
            <Button
              look="quiet"
              type="button"
              onClick={() => {
                form.onChange({ ...other, firstName, lastName, name })
                document.getElementById(`${groupId}-line1`)?.focus()
              }}
            >
              {t('addresses.same', { address: `\u2068${other.line1}\u2069` })}
            </Button>
          </div>
        ) : null}
        <AddressFields {...form} />
      </>
    )
  }
  return (
    <Suspense fallback={<Skeleton block="6.5rem" />}>
      <AddressPicker
        {...form}
        allowedCountries={allowedCountries ?? unpackList(form.addressData.countries).map(({ code }) => code)}
      />
    </Suspense>
  )
}
