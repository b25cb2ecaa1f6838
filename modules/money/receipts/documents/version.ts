/** How papers look and what they say around the facts; a change of either is another version. */
export const documentVersion = '2026-11-23'
