import { Skeleton } from '#web/ui/small-parts.tsx'
import { AddressChoice } from './address-choice.tsx'
import type { AddressFormProps } from './address-fields.tsx'
import { useAddressData } from './use-address-data.ts'

type Props = Omit<AddressFormProps, 'addressData'> & { readonly allowedCountries?: readonly string[] | undefined }

/** An address form that loads its country and state lists when it is rendered. */
export function LoadedAddress(form: Props) {
  const addressData = useAddressData()
  return addressData ? <AddressChoice {...form} addressData={addressData} /> : <Skeleton block="6.5rem" />
}
