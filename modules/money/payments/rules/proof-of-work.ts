/**
 * A proof of work, which replaces a third party's human check (security-15). The server signs a salt and a target,
 * and the browser finds the number whose hash matches. Failures on a network raise the difficulty; a lockout would
 * hit everyone in a mosque.
 */
export type ProofChallenge = {
  /** Names the subject and the expiry: `<scope hash>.<expiry ms>.<random>`. */
  readonly salt: string
  /** SHA-256 of salt + ":" + secret number, hex. */
  readonly target: string
  /** The browser searches the secret number in 0 … range − 1. */
  readonly range: number
  /** Our signature of salt, target and range. */
  readonly signature: string
}

export type ProofSolution = ProofChallenge & { readonly number: number }

/** Reads the `reCaptcha` field, which is base64 of JSON; undefined if it isn't valid. */
export function readProof(text: string): ProofSolution | undefined {
  try {
    const value: unknown = JSON.parse(atob(text))
    if (typeof value !== 'object' || value === null) return undefined
    const { salt, target, range, signature, number } = value as Record<string, unknown>
    if (
      typeof salt !== 'string' ||
      typeof target !== 'string' ||
      typeof signature !== 'string' ||
      typeof range !== 'number' ||
      typeof number !== 'number'
    )
      return undefined
    if (salt.length > 200 || !Number.isSafeInteger(number) || number < 0) return undefined
    return { salt, target, range, signature, number }
  } catch {
    return undefined
  }
}

/**
 * Returns how many numbers the browser may have to try: 20,000, doubled by each failure above five, at most 640,000.
 */
export const rangeFor = (failures: number): number =>
  Math.min(20_000 * 2 ** Math.min(Math.max(failures - 5, 0), 5), 640_000)
