import { Skeleton } from '../../../ui/small-parts.tsx'
import { AddressChoice } from './address-choice.tsx'
import type { AddressFormProps } from './address-fields.tsx'
import { useAddressFacts } from './use-address-facts.ts'

type Props = Omit<AddressFormProps, 'facts'> & { readonly allowedCountries?: readonly string[] | undefined }

/** An address form that loads what it shows when it is opened. */
export function LoadedAddress(form: Props) {
  const facts = useAddressFacts()
  return facts ? <AddressChoice {...form} facts={facts} /> : <Skeleton block="6.5rem" />
}
