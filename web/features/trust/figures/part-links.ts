import type { PartName } from '#modules/trust/figures/rules/failing-parts.ts'

/** The pages where finance and support see more about a failing part. */
export const pagesOfParts: Readonly<Partial<Record<PartName, string>>> = {
  ledger: '/trust',
  charging: '/staff/plans',
  events: '/staff/refunds',
  'late-donations': '/staff/plans',
}
