import { lazy, Suspense } from 'react'

const TaxAddressSection = lazy(() =>
  import('./tax-address-section.tsx').then((module) => ({ default: module.TaxAddressSection })),
)

/** What the donor's home address brings, loaded once the page has thanked them. */
export const LazyTaxAddress = (props: { readonly token: string; readonly onAdded: () => void }) => (
  <Suspense fallback={null}>
    <TaxAddressSection {...props} />
  </Suspense>
)
