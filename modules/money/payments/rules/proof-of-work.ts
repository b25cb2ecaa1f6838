/**
 * A human check without a third party (security-15): the server signs a salt and a target, the browser finds the number
 * whose hash matches. Failures from one address increase the difficulty instead of locking a mosque's network out.
 */
export type ProofChallenge = {
  /** Names what it permits and until when: `<scope hash>.<expiry ms>.<random>`. */
  readonly salt: string
  /** SHA-256 of salt + ":" + secret number, hex. */
  readonly target: string
  /** The secret number is in 0 … range − 1, which the browser has to search. */
  readonly range: number
  /** Ours, over salt, target and range. */
  readonly signature: string
}

export type ProofAnswer = ProofChallenge & { readonly number: number }

/** Reads the `reCaptcha` field: base64 of JSON. Undefined for anything else. */
export function readProof(text: string): ProofAnswer | undefined {
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

/** Returns the difficulty: higher, the more cards failed from one network in the last hour. */
export const rangeFor = (failures: number): number =>
  Math.min(20_000 * 2 ** Math.min(Math.max(failures - 5, 0), 5), 640_000)
