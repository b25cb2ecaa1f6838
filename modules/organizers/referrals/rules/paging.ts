/** How many referrals a page has. */
export const pageSize = 20

/** Pages there are for so many referrals; one, empty, for none. */
export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageSize))
