import type { CharityDonorView } from '#modules/organizers/charity-donors/contract-donors.ts'
import { Amount } from '#web/ui/amount.tsx'

/** Sums by currency, one below the other, because they can't be added. */
export const DonorTotals = ({ totals }: { readonly totals: CharityDonorView['totals'] }) => (
  <span className="charity-donors-totals">
    {totals.map(({ amount, currency }) => (
      <Amount key={currency} minor={amount} currency={currency} fractions="always" />
    ))}
  </span>
)
