/** What an upload may be at most (security-8): bytes as sent, pixels once opened. */
export const uploadLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000 } as const

/** How much may be kept: for one uploader and for one charity, in all and in a day. */
export const quotas = {
  perAccount: { pictures: 300, aDay: 60 },
  perOrganization: { pictures: 3000, aDay: 300 },
} as const

/** Widths a picture is served in; the largest is also the longest side that is kept. */
export const widths = [480, 960, 1600] as const
export type Width = (typeof widths)[number]

/** Days after which an upload that nothing shows is let go. */
export const unusedDays = 30
