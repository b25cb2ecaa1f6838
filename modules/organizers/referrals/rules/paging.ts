/** Number of referrals on a page. */
export const referralsPerPage = 20

/** Returns the number of pages; at least one. */
export const pageCountOf = (total: number): number => Math.max(1, Math.ceil(total / referralsPerPage))
