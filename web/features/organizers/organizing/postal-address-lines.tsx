import type { PrintedAddress as Paper } from '#modules/organizers/organizing/contract.ts'

/** A postal address as printed on a parcel. */
export const PostalAddressLines = ({ address }: { readonly address: Paper }) => (
  <address className="claim-address">
    {[address.name, ...address.lines, address.country].filter(Boolean).map((line) => (
      <span key={line}>
        <bdi>{line}</bdi>
      </span>
    ))}
    {address.phone ? (
      <span className="num">
        <bdi dir="ltr">{address.phone}</bdi>
      </span>
    ) : null}
  </address>
)
