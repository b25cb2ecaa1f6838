import { lazy, Suspense } from 'react'
import { useFrame } from '../../lib/text.tsx'
import { Skeleton } from '../../ui/small-parts.tsx'
import { AddressFields, type AddressFormProps, useIsAlive } from './address-fields.tsx'

/** Only donors who are signed in have saved addresses, so only they load it. */
const AddressPicker = lazy(() => import('./address-picker.tsx').then((module) => ({ default: module.AddressPicker })))

/** The address of a gift: chosen among the saved ones by whoever is signed in, typed by everybody else and without scripts. */
export function AddressChoice({ allowedCountries, ...form }: AddressFormProps & { readonly allowedCountries?: readonly string[] | undefined }) {
  const isSignedIn = useFrame()?.viewer.isSignedIn ?? false
  const isAlive = useIsAlive()
  if (!isSignedIn || !isAlive) return <AddressFields {...form} />
  return (
    <Suspense fallback={<Skeleton block="6.5rem" />}>
      <AddressPicker {...form} allowedCountries={allowedCountries ?? form.facts.countries.map(({ code }) => code)} />
    </Suspense>
  )
}
