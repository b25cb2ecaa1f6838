import { lazy, Suspense } from 'react'

const TaxAddressSection = lazy(() =>
  import('./tax-address-section.tsx').then((module) => ({ default: module.TaxAddressSection })),
)

/** What the donor's home address brings, loaded once the page has thanked them. */
export const LazyTaxAddress = ({ token }: { readonly token: string }) => (
  <Suspense fallback={null}>
    <TaxAddressSection token={token} />
  </Suspense>
)
