import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import type { Country } from './address-data.ts'

/**
 * An address for reading: name, street, town, country. Each line has its own text direction but aligns with the page.
 */
export function AddressLines({
  address,
  countries,
}: {
  readonly address: AddressDraft
  readonly countries: readonly Country[]
}) {
  const { name, line1, line2, city, state, postalCode, country } = address
  const lines = [
    line1,
    line2,
    [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    countries.find(({ code }) => code === country)?.name ?? country,
  ]
  return (
    <address className="address-lines">
      <bdi className="strong">{name}</bdi>
      {lines.filter(Boolean).map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </address>
  )
}
