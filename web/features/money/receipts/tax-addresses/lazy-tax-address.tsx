import { lazy, Suspense } from 'react'

const TaxAddressSection = lazy(() =>
  import('./tax-address-section.tsx').then((module) => ({ default: module.TaxAddressSection })),
)

/** The tax address section, loaded after the thank-you page. */
export const LazyTaxAddress = (props: { readonly token: string; readonly onAdded: () => void }) => (
  <Suspense fallback={null}>
    <TaxAddressSection {...props} />
  </Suspense>
)
