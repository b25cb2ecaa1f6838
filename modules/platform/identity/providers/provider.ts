/** A user's profile at the provider. `subject` is stable and unique for the issuer; everything else may change. */
export type ExternalProfile = {
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider has verified the email. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  /** 500 by 500 if the provider has that size; undefined for a placeholder silhouette (S1 §7). */
  readonly pictureUrl: string | undefined
}

/** An identity provider: returns the URL for the browser, and the profile after its return. */
export type LoginProvider = {
  /** Its name in our paths: `google`, `facebook`, `openid`. */
  readonly key: string
  /** Its name on the button. */
  readonly name: string
  /** The issuer within which a subject is unique. */
  readonly issuer: string
  authorizeUrl(input: {
    readonly redirectUri: string
    readonly state: string
    readonly nonce: string
    readonly challenge: string
  }): Promise<string>
  /** Redeems the code in `callback`, the URL that the browser returned to. Throws unless every response is valid. */
  profileOf(input: {
    readonly callback: URL
    readonly state: string
    readonly verifier: string
    readonly nonce: string
  }): Promise<ExternalProfile>
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Returns the picture's URL if it is on the provider's own hosts, because people can put any URL into their profile
 * (security-7).
 */
export function pictureFrom(url: unknown, own: string, hosts: readonly string[]): string | undefined {
  if (typeof url !== 'string' || url.length > 2000 || !URL.canParse(url)) return undefined
  const { origin, protocol, hostname } = new URL(url)
  const isTheirs =
    origin === new URL(own).origin || (protocol === 'https:' && hosts.some((host) => hostname.endsWith(host)))
  return isTheirs ? url : undefined
}
