import { Problem } from '#shared/problem.ts'
import type { Duplicate } from '#modules/money/payments/index.ts'

/** Asks whether the donor means to donate the same again; yes names `duplicateOf` in `repeatOf` (decision 55). */
export const duplicateDonation = ({ intentId, at, isConfirming }: Duplicate): Problem =>
  new Problem('conflict', 'duplicate-donation', {
    more: { duplicateOf: intentId, givenAt: at.toISOString(), isConfirming },
  })
