/**
 * `code` is a referral code only if it contains `Team`, in this spelling, and is of at most 64 of these characters
 * (content-18).
 */
export const referralCodeOf = (code: string | null | undefined): string | undefined =>
  code && code.includes('Team') && /^[A-Za-z0-9_-]{1,64}$/.test(code) ? code : undefined
