/**
 * Returns `code` if it is a referral code: it contains `Team` in this spelling and has at most 64 letters, digits,
 * hyphens and underscores (content-18).
 */
export const referralCodeOf = (code: string | null | undefined): string | undefined =>
  code && code.includes('Team') && /^[A-Za-z0-9_-]{1,64}$/.test(code) ? code : undefined
