import type { ComponentProps } from 'react'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { AddressChoice } from './address-choice.tsx'
import { useAddressData } from './use-address-data.ts'

type Props = Omit<ComponentProps<typeof AddressChoice>, 'addressData'>

/** An address form that loads its country and state lists when it is rendered. */
export function LoadedAddress(form: Props) {
  const addressData = useAddressData()
  return addressData ? <AddressChoice {...form} addressData={addressData} /> : <Skeleton block="6.5rem" />
}
