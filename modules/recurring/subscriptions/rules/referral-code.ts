import { normalizeDigits } from '#shared/input/digits.ts'

/**
 * Returns a typed code in digits 0-9 and without direction marks, if it is a referral code: it contains `Team` in this spelling and has at most 64 letters, digits,
 * hyphens and underscores (content-18).
 */
export function referralCodeOf(typed: string | null | undefined): string | undefined {
  const code = typed && normalizeDigits(typed).trim()
  return code?.includes('Team') && /^[A-Za-z0-9_-]{1,64}$/.test(code) ? code : undefined
}
