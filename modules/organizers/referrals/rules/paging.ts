/** Number of referrals on a page. */
export const pageSize = 20

/** Returns the number of pages; at least one. */
export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageSize))
