import type { AddressDraft } from '#modules/addresses/rules/address.ts'
import type { Country } from './address-facts.ts'

/** An address as it is read: name, street, town, country; each line in its own direction. */
export function AddressLines({ address, countries }: { readonly address: AddressDraft; readonly countries: readonly Country[] }) {
  const { name, line1, line2, city, state, postalCode, country } = address
  const lines = [
    line1,
    line2,
    [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    countries.find(({ code }) => code === country)?.name ?? country,
  ]
  return (
    <address className="address-lines">
      <span className="strong" dir="auto">
        {name}
      </span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} dir="auto">
          {line}
        </span>
      ))}
    </address>
  )
}
