import type { AddressOnPaper as Paper } from '#modules/organizers/organizing/contract.ts'

/** A postal address as printed on a parcel. */
export const AddressOnPaper = ({ of }: { readonly of: Paper }) => (
  <address className="claim-address">
    {[of.name, ...of.lines, of.country].filter(Boolean).map((line) => (
      <span key={line}>
        <bdi>{line}</bdi>
      </span>
    ))}
    {of.phone ? (
      <span className="num">
        <bdi dir="ltr">{of.phone}</bdi>
      </span>
    ) : null}
  </address>
)
