/** Limits of an upload (security-8): bytes as sent, pixels once decoded. */
export const uploadLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000 } as const

/** Storage quotas of one uploader and of one charity, in total and per day. */
export const quotas = {
  perAccount: { pictures: 300, aDay: 60 },
  perOrganization: { pictures: 3000, aDay: 300 },
} as const

/** Widths in which a picture is served; the largest is also the maximum size that is stored. */
export const widths = [480, 960, 1600] as const
export type Width = (typeof widths)[number]

/** Days after which an unused upload is purged. */
export const unusedDays = 30
